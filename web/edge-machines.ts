import type { FastifyInstance } from 'fastify'

/** Addresses worth indexing: the others need a sign-in or are for one person. */
const FOUND = ['/', '/readiness', '/tutoring', '/legal', '/status', '/login']

export function tellMachines(app: FastifyInstance, publicUrl: string): void {
  const { origin } = new URL(publicUrl)
  const robots = ['User-agent: *', 'Allow: /', 'Disallow: /api/', 'Disallow: /admin', '', `Sitemap: ${origin}/sitemap.xml`, '']
  const addresses = FOUND.map((path) => `  <url><loc>${origin}${path}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>',
    '',
  ]
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots.join('\n')))
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap.join('\n')))
}
