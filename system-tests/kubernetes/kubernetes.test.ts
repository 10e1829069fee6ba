import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnvironment, settings } from '@medicready/platform/environment'
import { userPasswordSettings } from '@medicready/platform/event-store/users'
import { passwordSettings } from '@medicready/platform/postgres/roles'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service, ServiceAccount } from 'kubernetes-models/v1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { chart, Helm, hasHelm, type Rendered } from './chart.ts'
import { type ConnectionEnd, isOpen } from './connections.ts'

const root = new URL('../../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')
const Values = z.looseObject({ settings: z.record(z.string(), z.string()), network: z.looseObject({}) })

const readme = textOf('deploy/medicready/README.md')
/** What an operator writes, from the README. */
const values = Values.parse(parse(/```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''))

const ComposeService = z.object({
  command: z.array(z.string()).optional(),
  user: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const compose = z
  .object({ services: z.record(z.string(), ComposeService) })
  .parse(parse(textOf('docker-compose.yml'), { merge: true })).services
const names = ['edge', 'command-api', 'read-api', 'projector', 'worker', 'setup']

const dockerfile = textOf('platform/Dockerfile')
const ofImage = Object.fromEntries((/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')))

type SettingName = keyof typeof settings
const isSetting = (name: string): name is SettingName => name in settings

/** The settings that a program reads, as its source names them. */
function settingsOf(program: string): SettingName[] {
  const [, list = ''] = /readSettings\(\n([\s\S]*?)\n\)/.exec(textOf(program)) ?? []
  const spread = list.includes('passwordSettings') ? [...Object.values(passwordSettings), ...Object.values(userPasswordSettings)] : []
  return [...[...list.matchAll(/'([A-Z0-9_]+)'/g)].map(([, name = '']) => name), ...spread].filter(isSetting)
}

const password = 'password-of-each-role'
const secrets: Readonly<Record<string, string>> = {
  EVENTSTORE_URL: 'esdb://user:password@eventstore:2113?tls=true',
  POSTGRES_URL: 'postgres://user:password@postgres:5432/medicready',
  MASTER_KEY: testMasterKey,
  SESSION_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://user:password@mail.example:465',
  STRIPE_SECRET_KEY: 'sk_test_0000000000000000',
  STRIPE_WEBHOOK_SECRET: 'whsec_0000000000000000',
  ...Object.fromEntries([...Object.values(passwordSettings), ...Object.values(userPasswordSettings)].map((name) => [name, password])),
}

describe.skipIf(!hasHelm)('the chart', () => {
  let helm: Helm
  let usual: Rendered
  /** With every setting and option. */
  let full: Rendered

  beforeAll(async () => {
    helm = new Helm()
    const known = z
      .object({ properties: z.object({ settings: z.object({ properties: z.record(z.string(), z.unknown()) }) }) })
      .parse(JSON.parse(textOf('deploy/medicready/values.schema.json'))).properties.settings.properties
    const every = Object.fromEntries(Object.keys(known).map((name) => [name, values.settings[name] ?? '1']))
    usual = await helm.render(values)
    full = await helm.render({
      ...values,
      settings: every,
      authoritySecret: 'authority',
      exportsClaim: 'exports',
      setup: { bankClaim: 'bank' },
    })
  })
  afterAll(() => helm.remove())

  const podOf = (rendered: Rendered, name: string) => {
    const pod = rendered.pods.get(name)
    if (!pod) throw new Error(`There is no ${name}.`)
    return { ...pod, env: pod.container.env ?? [] }
  }

  test('is accepted by Helm and by Kubernetes', async () => {
    await helm.lint(values)
    expect(usual.faults()).toEqual([])
    expect(full.faults()).toEqual([])
  })

  test.each([
    ['no public address', { ...values, settings: { ...values.settings, PUBLIC_URL: undefined } }, 'PUBLIC_URL'],
    ['an address without TLS', { ...values, settings: { ...values.settings, PUBLIC_URL: 'http://medicready.example' } }, 'PUBLIC_URL'],
    ['a secret among the settings', { ...values, settings: { ...values.settings, MASTER_KEY: testMasterKey } }, 'MASTER_KEY'],
    ['a value that does not exist', { ...values, ingres: {} }, 'ingres'],
  ])('refuses %s', async (_, wrong, named) => {
    await expect(helm.render(wrong)).rejects.toThrow(named)
  })

  test.each(names)('starts %s as compose does', (name) => {
    const { container, env } = podOf(full, name)
    const { command, environment = {}, healthcheck } = compose[name] ?? {}
    expect(container.command).toEqual(command)
    expect(container.image).toBe(`registry.example/medicready:${JSON.parse(textOf('package.json')).version}`)
    // Here /tmp is on a disk, and PostgreSQL's certificate may be signed by an authority of one's own.
    const own = ['TMPDIR', 'NODE_EXTRA_CA_CERTS']
    const without = (list: readonly string[]) => list.filter((one) => !own.includes(one)).toSorted()
    expect(without(env.map((one) => one.name))).toEqual(without(Object.keys(environment)))
    expect(container.ports?.find((one) => one.name === 'health')?.containerPort).toBe(healthcheck && Number(healthcheck.test.at(-1)))
    for (const { name: setting, value } of env)
      if (/_PORT$/.test(setting)) expect(value).toBe(environment[setting])
      else if (/_URL$/.test(setting) && value?.startsWith('http://'))
        expect(value).toBe(environment[setting]?.replace('//', '//medicready-'))
  })

  test.each(names)('gives %s every setting that it requires, and none that it does not read', (name) => {
    const { container, env } = podOf(usual, name)
    const read = settingsOf(container.command?.[1] ?? '')
    expect(read.length).toBeGreaterThan(5)
    const given = env.flatMap(({ name: setting, value, valueFrom }) => {
      const isOptional = valueFrom?.secretKeyRef?.optional ?? false
      return isOptional ? [] : [[setting, value ?? secrets[setting]]]
    })
    const shape = Object.fromEntries(read.map((setting) => [setting, settings[setting]]))
    const parsed = parseEnvironment(shape, { ...ofImage, ...Object.fromEntries(given) })
    expect(parsed).toMatchObject(name === 'edge' ? { HOST: '0.0.0.0' } : {})
    const everywhere = ['LOG_LEVEL', 'PUBLIC_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'NODE_EXTRA_CA_CERTS']
    // `npm run export` runs where the worker does.
    if (name === 'worker') everywhere.push('EXPORT_DIRECTORY')
    const all = podOf(full, name).env.map((one) => one.name)
    expect(all.filter((one) => !everywhere.includes(one) && !read.some((setting) => setting === one))).toEqual([])
  })

  test('takes secrets from the Secret of each service, as the README lists them', () => {
    const listed = new Map(
      [...readme.matchAll(/^\| `medicready-([a-z-]+)` \| (.*?) \| (.*?) ?\|$/gm)].map(([, name = '', ...cells]) => [
        name,
        cells.map((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, key]) => key)),
      ]),
    )
    expect([...listed.keys()].toSorted()).toEqual(names.toSorted())
    for (const name of names) {
      const references = podOf(full, name).env.flatMap(({ name: setting, valueFrom }) =>
        valueFrom?.secretKeyRef ? [{ setting, ...valueFrom.secretKeyRef }] : [],
      )
      expect(references.every(({ setting, key, name: secret }) => setting === key && secret === `medicready-${name}`)).toBe(true)
      const keys = (isOptional: boolean) => references.filter(({ optional = false }) => optional === isOptional).map(({ key }) => key)
      expect([keys(false), keys(true)]).toEqual(listed.get(name))
    }
  })

  test('confines every pod', () => {
    expect(dockerfile).toContain('\nUSER node\n')
    for (const { spec, container } of usual.pods.values()) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.volumeMounts).toContainEqual({ name: 'scratch', mountPath: '/tmp' })
      expect(container.resources).toMatchObject({ requests: { cpu: /./, memory: /./ }, limits: { memory: /./ } })
      expect(usual.objects.filter(ServiceAccount.is).map(({ metadata }) => metadata?.name)).toContain(spec.serviceAccountName)
    }
  })

  test('keeps services up: probes, budgets, spread, two of each, and time to end', () => {
    const budgets = usual.objects.filter(PodDisruptionBudget.is).map(({ spec }) => spec?.selector?.matchLabels)
    const scalers = usual.objects.filter(HorizontalPodAutoscaler.is).map(({ spec }) => [spec?.scaleTargetRef.name, spec?.minReplicas])
    expect(Object.fromEntries(scalers)).toEqual({ 'medicready-edge': 2, 'medicready-command-api': 2, 'medicready-read-api': 2 })
    for (const { metadata, spec } of usual.deployments) {
      const pod = spec?.template.spec
      const container = pod?.containers[0]
      // The autoscaler sets it otherwise.
      expect(spec?.replicas).toBe(/projector|worker/.test(metadata?.name ?? '') ? 2 : undefined)
      expect(budgets).toContainEqual(spec?.selector.matchLabels)
      expect(pod?.topologySpreadConstraints?.map(({ labelSelector }) => labelSelector?.matchLabels)).toEqual(
        Array.from({ length: 2 }, () => spec?.selector.matchLabels),
      )
      expect(container?.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'health' })
      expect(container?.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'health' })
      expect(container?.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'health' })
      // A service ends itself after ten seconds.
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(10 + (container?.lifecycle?.preStop?.sleep?.seconds ?? 0))
    }
  })

  test('leads calls to pods that listen, and people to the edge over TLS', () => {
    const services = usual.objects.filter(Service.is)
    expect(services).toHaveLength(5)
    for (const { spec } of services) {
      const { container, labels } = podOf(usual, spec?.selector?.['app.kubernetes.io/component'] ?? '')
      expect(labels).toMatchObject(spec?.selector ?? {})
      for (const { port, targetPort } of spec?.ports ?? [])
        expect(container.ports?.find(({ name }) => name === targetPort)?.containerPort).toBe(port)
    }
    const [ingress, ...others] = usual.objects.filter(Ingress.is)
    expect(others).toEqual([])
    expect(ingress?.spec).toMatchObject({
      tls: [{ hosts: ['medicready.example'], secretName: 'medicready-tls' }],
      rules: [
        {
          host: 'medicready.example',
          http: { paths: [{ path: '/', backend: { service: { name: 'medicready-edge', port: { name: 'http' } } } }] },
        },
      ],
    })
  })

  describe('lets pass', () => {
    const outside: Readonly<Record<string, number>> = { eventstore: 2113, postgres: 5432, inbox: 587, internet: 443 }
    const podEnds = (rendered: Rendered) =>
      [...rendered.pods].flatMap(([name, { labels, container }]) =>
        (container.ports ?? []).map(({ containerPort }) => ({ name: `${name}:${containerPort}`, end: { labels }, port: containerPort })),
      )
    const openTo = (rendered: Rendered, from: ConnectionEnd) => {
      const policies = rendered.objects.filter(NetworkPolicy.is)
      return [...podEnds(rendered), ...Object.entries(outside).map(([name, port]) => ({ name, end: {}, port }))].flatMap(
        ({ name, end, port }) => (isOpen(policies, from, end, port) ? [name] : []),
      )
    }

    test.each(names)('what %s calls in compose, and nothing else', (name) => {
      const { environment = {}, networks = [] } = compose[name] ?? {}
      const called = Object.values(environment).flatMap((value) => {
        const [, host = '', port] = /\/\/(?:[^@/]*@)?([a-z-]+):(\d+)/.exec(value) ?? []
        if (!(host in compose)) return []
        return host in outside ? [host] : [`${host}:${port}`]
      })
      const expected = [...called, ...(networks.includes('internet') ? ['internet'] : [])].toSorted()
      expect(openTo(usual, { labels: podOf(usual, name).labels }).toSorted()).toEqual(expected)
    })

    test('strangers to the edge only, and the monitoring to metrics', () => {
      const ofPods = (namespace: string) =>
        podEnds(usual).flatMap(({ name, end, port }) => {
          const from = { labels: {}, namespace: { 'kubernetes.io/metadata.name': namespace } }
          return isOpen(usual.objects.filter(NetworkPolicy.is), from, end, port) ? [name] : []
        })
      expect(ofPods('elsewhere')).toEqual([])
      expect(ofPods('ingress-nginx')).toEqual(['edge:3000'])
      expect(ofPods('monitoring').toSorted()).toEqual(['command-api:3001', 'edge:3005', 'projector:3003', 'read-api:3002', 'worker:3004'])
    })
  })

  test('has the version of the product', () => {
    const { version } = JSON.parse(textOf('package.json'))
    expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version })
  })
})
