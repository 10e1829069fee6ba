import { createHmac } from 'node:crypto'
import { passwordSettings, type ServiceWithRole, urlOfRole } from '@medicready/platform/postgres/roles'

export interface ServiceDatabases {
  readonly passwords: Readonly<Record<ServiceWithRole, string>>
  /** The same, by the settings that tell them to the set-up. */
  readonly passwordEnvironment: Readonly<Record<string, string>>
  /** Where a service finds the database. */
  readonly urlOf: (service: ServiceWithRole) => string
}

/**
 * How the services of one machine reach PostgreSQL: each by its own role, whose password follows from that of the
 * database's owner where none is given.
 */
export function serviceDatabases(ownerUrl: string, given: Readonly<Record<string, string | undefined>> = {}): ServiceDatabases {
  const { password } = new URL(ownerUrl)
  const passwordOf = (service: ServiceWithRole) =>
    given[passwordSettings[service]] || createHmac('sha256', password).update(`role of ${service}`).digest('base64url')
  const passwords = {
    'command-api': passwordOf('command-api'),
    worker: passwordOf('worker'),
    projector: passwordOf('projector'),
    'read-api': passwordOf('read-api'),
  }
  const byService = Object.entries(passwordSettings) as [ServiceWithRole, string][]
  return {
    passwords,
    passwordEnvironment: Object.fromEntries(byService.map(([service, setting]) => [setting, passwords[service]])),
    urlOf: (service) => urlOfRole(ownerUrl, service, passwords[service]),
  }
}
