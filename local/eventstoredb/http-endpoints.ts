import type { RequestListener } from 'node:http'

export interface Node {
  readonly id: string
  readonly version: string
  readonly host: string
  readonly port: number
}

export function httpEndpoints(node: Node): RequestListener {
  const answers: Record<string, unknown> = {
    '/info': {
      esVersion: node.version,
      state: 'leader',
      features: { projections: false, userManagement: false, atomPub: false },
      authentication: { type: 'insecure', properties: null },
    },
    '/gossip': {
      members: [
        {
          instanceId: node.id,
          state: 'Leader',
          isAlive: true,
          httpEndPointIp: node.host,
          httpEndPointPort: node.port,
          isReadOnlyReplica: false,
        },
      ],
      serverIp: node.host,
      serverPort: node.port,
    },
  }
  return ({ url = '' }, response) => {
    const answer = answers[url]
    if (answer !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    else response.writeHead(url === '/health/live' ? 204 : 404).end()
  }
}
