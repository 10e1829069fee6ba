import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service, ServiceAccount } from 'kubernetes-models/v1'
import { parseAllDocuments, stringify } from 'yaml'
import { z } from 'zod'

export const chart = fileURLToPath(new URL('../../deploy/medicready', import.meta.url))

/** npm has Helm as a part of this package only, for this system only. */
export const hasHelm = process.platform === 'linux' && process.arch === 'x64'

const KUBERNETES = '1.33.0'

export class Helm {
  readonly #folder = mkdtempSync(join(tmpdir(), 'medicready-helm-'))
  readonly #program = join(this.#folder, 'helm')

  constructor() {
    const archive = join(dirname(createRequire(import.meta.url).resolve('@aws-cdk/asset-kubectl-v20')), 'layer.zip')
    const name = 'helm/helm'
    const { [name]: program } = unzipSync(readFileSync(archive), { filter: (file) => file.name === name })
    if (!program) throw new Error(`${archive} has no ${name}`)
    writeFileSync(this.#program, program, { mode: 0o755 })
  }

  /** Warnings count as errors. Rejects with what Helm found. */
  async lint(values: unknown): Promise<void> {
    await this.#run(['lint', '--strict', chart], values)
  }

  async render(values: unknown): Promise<Rendered> {
    const text = await this.#run(['template', 'medicready', chart, '--kube-version', KUBERNETES], values)
    return new Rendered(parseAllDocuments(text).map((document) => document.toJS()))
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }

  async #run(words: readonly string[], values: unknown): Promise<string> {
    const file = join(this.#folder, `${crypto.randomUUID()}.yaml`)
    writeFileSync(file, stringify(values))
    const { stdout } = await promisify(execFile)(this.#program, [...words, '--values', file], { maxBuffer: 10_000_000 })
    return stdout
  }
}

const kinds = [Deployment, Job, Service, ServiceAccount, PodDisruptionBudget, HorizontalPodAutoscaler, Ingress, NetworkPolicy]
const KindOf = z.object({ apiVersion: z.string(), kind: z.string() })

export class Rendered {
  readonly objects: readonly unknown[]

  constructor(objects: readonly unknown[]) {
    this.objects = objects
  }

  get deployments() {
    return this.objects.filter(Deployment.is)
  }

  /** What runs, by the service's name. */
  get pods() {
    const templates = [...this.deployments, ...this.objects.filter(Job.is)].map(({ spec }) => spec?.template)
    return new Map(
      templates.flatMap((template) => {
        const [container, ...others] = template?.spec?.containers ?? []
        if (!template?.spec || !container || others.length > 0) throw new Error('A pod has one container.')
        return [[container.name, { labels: template.metadata?.labels ?? {}, spec: template.spec, container }] as const]
      }),
    )
  }

  /** What Kubernetes would refuse: wrong types, missing fields, and fields that do not exist. */
  faults(): string[] {
    return this.objects.flatMap((object) => {
      const { apiVersion, kind } = KindOf.parse(object)
      const model = kinds.find((one) => one.apiVersion === apiVersion && one.kind === kind)
      if (!model) return [`${apiVersion} ${kind}: is not expected`]
      const read = new Set<string>()
      try {
        model.prototype.validate.call(watched(object, kind, read, model))
      } catch (error) {
        return [`${kind}: ${String(error)}`]
      }
      return pathsOf(object, kind).filter((path) => !read.has(path))
    })
  }
}

/** Notes what is read: the generated validators read every field that exists and ignore all others. */
function watched(value: unknown, path: string, read: Set<string>, model?: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, key) => {
      if (key === 'constructor' && model) return model
      read.add(`${path}.${String(key)}`)
      return watched(Reflect.get(target, key), `${path}.${String(key)}`, read)
    },
  })
}

const pathsOf = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...pathsOf(inner, `${path}.${key}`)])
    : []
