// Arrows run one way: web → domain/contract; services → platform → domain. Read each rule's comment as its reason.

const services = ['command-api', 'projector', 'read-api', 'web']
const rooms = [
  'accounts',
  'questions',
  'study',
  'exams',
  'readiness',
  'billing',
  'tutoring',
  'reminders',
  'admin',
  'analytics',
  'lab',
  'legal',
  'landing',
]
const tests = '\\.test\\.tsx?$'
const internal = '^(domain|platform|local|command-api|projector|read-api|web|system-tests)/'

/**
 * What a service may import besides itself: platform and domain, never its neighbors. Queries are declared next to the
 * read models that they read.
 */
const neighbours = services.map((service) => ({
  name: `${service}-stands-alone`,
  comment:
    'Services meet over HTTP and in the log, never in code. The APIs and the worker take the queries over read models from the projector.',
  severity: 'error',
  from: { path: `^${service}/` },
  to: {
    path: internal,
    pathNot: [
      `^${service}/`,
      '^platform/',
      '^domain/',
      ...(/-api$/.test(service) ? ['^projector/read-models/', '^projector/testing/read-tables\\.ts$'] : []),
    ],
  },
}))

const walls = rooms.map((room) => ({
  name: `web-room-${room}-is-closed`,
  comment:
    'Rooms of the web do not know each other, but all may show readiness. What they share is in paths.ts, page, shared, dashboards, answering, api, or ui.',
  severity: 'error',
  from: { path: `^web/src/${room}/` },
  to: { path: `^web/src/(${rooms.filter((other) => other !== room && other !== 'readiness').join('|')})/` },
}))

const evidence = '^projector/read-models/.*-evidence\\.ts$'

module.exports = {
  forbidden: [
    ...neighbours,
    ...walls,
    {
      name: 'no-circles-between-folders',
      comment:
        'Two folders that need each other are one folder, or hide a third that both can stand on. house-rules.test.ts looks at a folder and those in it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(domain|web/src)/.' },
      to: { circular: true },
    },
    {
      name: 'shown-knows-what-is-shown',
      comment: 'What a screen loads of a room must not bring the rest of the room with it.',
      severity: 'error',
      from: { path: '^domain/[a-z]+/shown/', pathNot: tests },
      to: { path: '^domain/', pathNot: '^domain/[a-z]+/shown/' },
    },
    {
      name: 'shared-web-knows-no-room',
      comment: 'What the rooms share must not depend on one of them; only the table of routes names the rooms, lazily.',
      severity: 'error',
      from: { path: '^web/src/(ui|api|answering|page|shared)/' },
      to: { path: `^web/src/(${rooms.join('|')}|app|dashboards)/` },
    },
    {
      name: 'dashboards-know-no-room',
      comment: 'Every room fills its own dashboards; what they are made of must not depend on one of them.',
      severity: 'error',
      from: { path: '^web/src/dashboards/' },
      to: { path: `^web/src/(${rooms.join('|')})/` },
    },
    {
      name: 'ui-knows-no-product',
      comment: 'Buttons, fields and windows know neither what the product is about nor where its data comes from.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: ['^domain/', '^web/src/', '(^|node_modules/)@tanstack/'], pathNot: '^web/src/ui/' },
    },
    {
      name: 'rooms-are-loaded-lazily',
      comment: 'The frame of the app does not depend on the rooms: it and the table of routes load them lazily.',
      severity: 'error',
      from: { path: '^web/src/app/', pathNot: tests },
      to: { path: `^web/src/(${rooms.join('|')}|dashboards)/`, dynamic: false },
    },
    {
      name: 'browser-sees-the-contract',
      comment: 'Of the domain, the browser sees the contract, and of each room what it shows. The screens of educators write questions.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: [tests, '^web/src/questions/admin/'] },
      to: { path: '^domain/', pathNot: '^domain/(contract|[a-z]+/shown)/' },
    },
    {
      name: 'educators-see-questions',
      comment: 'What an educator writes is shown and laid side by side by the same rules that the services have.',
      severity: 'error',
      from: { path: '^web/src/questions/admin/', pathNot: tests },
      to: { path: '^domain/', pathNot: '^domain/(contract|[a-z]+/shown|questions/content)/' },
    },
    {
      name: 'browser-has-no-server',
      comment: 'What runs in the browser cannot stand on what runs on the server.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: ['^(platform|command-api|projector|read-api)/', '^web/edge\\.ts$'] },
    },
    {
      name: 'platform-knows-no-service',
      comment: 'Everything stands on the platform and the domain; the platform stands on the domain alone.',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: internal, pathNot: ['^platform/', '^domain/'] },
    },
    {
      name: 'local-knows-no-service',
      comment: 'Stand-ins are the outside world, and the launcher starts services as programs: neither imports them.',
      severity: 'error',
      from: { path: '^local/' },
      to: { path: internal, pathNot: ['^local/', '^platform/', '^domain/'] },
    },
    {
      name: 'stripe-stand-in-stands-alone',
      comment: 'It is a package that other projects can use.',
      severity: 'error',
      from: { path: '^local/stripe/' },
      to: { path: internal, pathNot: '^local/stripe/' },
    },
    {
      name: 'read-models-are-pure',
      comment:
        'A read model is tables and a fold over events: it knows neither the engine nor another read model. A large one is parted into files that begin with its name.',
      severity: 'error',
      from: {
        path: '^projector/read-models/([a-z]+/[a-z-]+|definition)\\.ts$',
        pathNot: [tests, '-queries\\.ts$', evidence],
      },
      to: {
        pathNot: ['^domain/', '^projector/read-models/definition\\.ts$', '^projector/read-models/$1-(?!queries)[a-z]+\\.ts$'],
      },
    },
    {
      name: 'queries-know-read-models-alone',
      comment: 'A query is SQL over read models: it knows their definitions, the domain, and the type of a connection.',
      severity: 'error',
      from: { path: ['^projector/read-models/.*-queries\\.ts$', '^projector/read-models/query\\.ts$'] },
      to: { pathNot: ['^domain/', '^projector/read-models/', '^platform/postgres/connection\\.ts$'] },
    },
    {
      name: 'evidence-is-remembered-queries',
      comment: 'Both services read what learners answered through one cache over queries: it knows nothing else.',
      severity: 'error',
      from: { path: evidence },
      to: { pathNot: ['^domain/', '^projector/read-models/', '^platform/(postgres/connection|remembered)\\.ts$'] },
    },
    {
      name: 'domain-stands-on-nothing',
      comment: 'What is true does not depend on how it is stored or shown.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { path: internal, pathNot: '^domain/' },
    },
    {
      name: 'domain-imports-zod-alone',
      comment:
        'No I/O, no clock, no library: the domain is plain functions over plain values. How a memory fades is told by one that is pure itself.',
      severity: 'error',
      from: { path: '^domain/', pathNot: [tests, '/testing/'] },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core', 'unknown'],
        pathNot: '(^|node_modules/)(zod|ts-fsrs)(/|$)',
      },
    },
    {
      name: 'one-door-to-fsrs',
      comment: 'How a memory fades is computed in one place; the browser never loads it.',
      severity: 'error',
      from: { path: internal, pathNot: '^domain/study/cards/memory\\.ts$' },
      to: { path: '(^|node_modules/)ts-fsrs(/|$)' },
    },
    {
      name: 'domain-tests-stay-pure',
      comment: 'Tests of the domain need a test runner and a generator of cases, no machine.',
      severity: 'error',
      from: { path: [`^domain/.*${tests}`, '^domain/.*\\btesting/'] },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'unknown'],
        pathNot: '(^|node_modules/)(zod|vitest|fast-check)(/|$)',
      },
    },
    {
      name: 'use-cases-know-no-http',
      comment:
        'A use case is called alike from a route, the worker, a webhook and the command line. Beside routes, only files next to the server see a request.',
      severity: 'error',
      from: { path: '^command-api/[^/]+/', pathNot: ['[/-]routes\\.ts$', '/testing/', tests] },
      to: { path: ['(^|node_modules/)fastify(/|$)', '^command-api/request-context\\.ts$'] },
    },
    {
      name: 'one-door-to-the-event-store',
      comment: 'The client has traps; one folder knows them. The stand-in, and what tests write past our own checks, use it as it is.',
      severity: 'error',
      from: { path: internal, pathNot: ['^platform/event-store/', '^local/eventstoredb/', '^platform/testing/', '^system-tests/'] },
      to: { path: '@eventstore/db-client' },
    },
    {
      name: 'one-door-to-stripe',
      comment: 'Payments are spoken in one place.',
      severity: 'error',
      from: { path: internal, pathNot: ['^platform/payments/', '^local/stripe/'] },
      to: { path: '(^|node_modules/)stripe(/|$)' },
    },
    {
      name: 'one-door-to-web-push',
      comment: 'Pushes go out in one place, which lets none of them into private networks.',
      severity: 'error',
      from: { path: internal, pathNot: '^platform/push/' },
      to: { path: '(^|node_modules/)web-push(/|$)' },
    },
    {
      name: 'one-door-to-openai',
      comment: 'Models are called in one place.',
      severity: 'error',
      from: { path: internal, pathNot: '^platform/openai/' },
      to: { path: '(^|node_modules/)openai(/|$)' },
    },
    {
      name: 'tests-are-not-products',
      comment: 'Product code does not stand on what only tests use.',
      severity: 'error',
      from: { path: internal, pathNot: [tests, '^system-tests/', '^web/e2e/', '/testing/'] },
      to: { path: ['/testing/', '^system-tests/', '^web/e2e/', tests] },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-is-found',
      comment: 'An import that leads nowhere would escape every rule above.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^cloudflare:'] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API for tools; swc also sees `import type`.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^web/(dist|playwright-report|test-results)/', '^\\.types/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
