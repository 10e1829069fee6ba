import { createHmac } from 'node:crypto'
import { passwordSettings, type ServiceWithRole, urlOfRole } from '@medicready/platform/postgres/roles'

export interface ServiceDatabases {
  readonly passwords: Readonly<Record<ServiceWithRole, string>>
  readonly passwordEnvironment: Readonly<Record<string, string>>
  readonly urlOf: (service: ServiceWithRole) => string
}

/** Each service has its own role; its password is derived from the owner's unless given. */
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
