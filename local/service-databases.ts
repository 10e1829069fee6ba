import { createHmac } from 'node:crypto'
import { passwordSettings, type ServiceWithRole, urlOfRole } from '@medicready/platform/postgres/roles'

/** Each service has its own role; its password is derived from the owner's unless given. */
export function serviceDatabases(ownerUrl: string, given: Readonly<Record<string, string | undefined>> = {}) {
  const { password } = new URL(ownerUrl)
  const byService = Object.entries(passwordSettings) as [ServiceWithRole, string][]
  const passwordOf = ([service, setting]: [ServiceWithRole, string]) =>
    given[setting] || createHmac('sha256', password).update(`role of ${service}`).digest('base64url')
  const passwords = Object.fromEntries(byService.map((each) => [each[0], passwordOf(each)])) as Record<ServiceWithRole, string>
  return {
    passwords,
    passwordEnvironment: Object.fromEntries(byService.map(([service, setting]) => [setting, passwords[service]])),
    urlOf: (service: ServiceWithRole) => urlOfRole(ownerUrl, service, passwords[service]),
  }
}
