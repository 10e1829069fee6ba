import type { PasskeyCreation, PasskeyRequest } from '@medicready/domain/contract/accounts/second-factors'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { api } from '../api/client.ts'

/** Rejects if the browser cannot create one or the person cancels. */
export const makePasskey = async (options: PasskeyCreation) => {
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject, transports } }
}

export const signByPasskey = async (options: PasskeyRequest) => {
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

export async function signInByPasskey(): Promise<string> {
  const { ticket, passkeyOptions } = await api('POST /api/auth/passkey')
  const passkey = await signByPasskey(passkeyOptions)
  return (await api('POST /api/auth/second-factor', { body: { ticket, passkey } })).token
}
