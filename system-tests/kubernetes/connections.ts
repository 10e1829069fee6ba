import type { INetworkPolicy, INetworkPolicyPeer, INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1'

type Labels = Readonly<Record<string, string>>

/** One end of a connection: a pod of this namespace or of another one, or an address outside. */
export interface ConnectionEnd {
  readonly labels?: Labels
  readonly namespace?: Labels
}

const carries = (labels: Labels | undefined, wanted: Labels = {}): boolean =>
  labels !== undefined && Object.entries(wanted).every(([key, value]) => labels[key] === value)

function isPeer({ labels, namespace }: ConnectionEnd, peer: INetworkPolicyPeer): boolean {
  if (peer.ipBlock) return labels === undefined
  if (peer.namespaceSelector)
    return carries(namespace, peer.namespaceSelector.matchLabels) && carries(labels, peer.podSelector?.matchLabels)
  return namespace === undefined && carries(labels, peer.podSelector?.matchLabels)
}

interface Rule {
  readonly ports: readonly INetworkPolicyPort[] | undefined
  readonly peers: readonly INetworkPolicyPeer[] | undefined
}

const isAllowed = (rules: readonly Rule[], other: ConnectionEnd, port: number): boolean =>
  rules.some(
    ({ ports, peers }) =>
      (ports ?? [{ port }]).some((one) => one.port === port && (one.protocol ?? 'TCP') === 'TCP') &&
      (!peers || peers.some((peer) => isPeer(other, peer))),
  )

/** Whether the policies let a TCP connection pass, as Kubernetes defines it. A pod that no policy selects is open. */
export function isOpen(policies: readonly INetworkPolicy[], from: ConnectionEnd, to: ConnectionEnd, port: number): boolean {
  const of = ({ labels, namespace }: ConnectionEnd) =>
    namespace === undefined ? policies.flatMap(({ spec }) => (spec && carries(labels, spec.podSelector?.matchLabels) ? [spec] : [])) : []
  const [leaving, entering] = [of(from), of(to)]
  const egress = leaving.flatMap((spec) => spec.egress ?? []).map(({ ports, to: peers }) => ({ ports, peers }))
  const ingress = entering.flatMap((spec) => spec.ingress ?? []).map(({ ports, from: peers }) => ({ ports, peers }))
  return (leaving.length === 0 || isAllowed(egress, to, port)) && (entering.length === 0 || isAllowed(ingress, from, port))
}
