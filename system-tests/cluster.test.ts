import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

/** docker-compose.yml with deploy/compose.cluster.yml on top, as far as these tests look. */
const Service = z.object({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()).default([]),
  volumes: z.array(z.unknown()).default([]),
})
const servicesOf = (path: string) =>
  z
    .object({ services: z.record(z.string(), Service) })
    .parse(parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), { merge: true })).services
const single = servicesOf('docker-compose.yml')
const cluster = servicesOf('deploy/compose.cluster.yml')
const nodes = ['eventstore', 'eventstore-2', 'eventstore-3']

test('each node of the cluster has its own data and certificate, and finds the other two', () => {
  const merged = (name: string) => ({ ...single[name]?.environment, ...cluster[name]?.environment })
  const volumesOf = (name: string) => [...(single[name]?.volumes ?? []), ...(cluster[name]?.volumes ?? [])]
  const same = ({
    EVENTSTORE_GOSSIP_SEED,
    EVENTSTORE_NODE_HOST_ADVERTISE_AS,
    EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS,
    ...rest
  }: Record<string, string>) => rest
  for (const name of nodes) {
    expect(merged(name)).toMatchObject({
      EVENTSTORE_GOSSIP_SEED: nodes
        .filter((other) => other !== name)
        .map((other) => `${other}:2113`)
        .join(','),
      EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
      EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
    })
    expect(same(merged(name))).toEqual(same(merged('eventstore')))
    expect([...(single[name]?.networks ?? []), ...(cluster[name]?.networks ?? [])]).toEqual(['log'])
    expect(volumesOf(name)).toContain('authority:/authority:ro')
  }
  const ownVolumes = nodes.flatMap(volumesOf).filter((volume) => volume !== 'authority:/authority:ro')
  expect(new Set(ownVolumes).size).toBe(9)
})

test('each service of the product reaches all nodes, as the same user and over TLS', () => {
  const users = Object.entries(single).flatMap(([name, { environment }]) =>
    environment.EVENTSTORE_URL ? [[name, environment.EVENTSTORE_URL] as const] : [],
  )
  expect(users).toHaveLength(5)
  for (const [name, url] of users)
    expect(cluster[name]?.environment.EVENTSTORE_URL).toBe(
      url.replace('@eventstore:2113', `@${nodes.map((node) => `${node}:2113`).join(',')}`),
    )
})
