import type { PasskeyCreation, PasskeyRequest } from '@medicready/domain/contract/accounts/second-factors'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** The browser's own windows about passkeys. Loaded when one is asked for: most visits never do. */

/** Has the browser make a passkey. Rejects when it cannot, or its person will not. */
export const makePasskey = async (options: PasskeyCreation) => {
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject, transports } }
}

/** Has the browser sign by a passkey. Rejects when it has none, or its person will not. */
export const signByPasskey = async (options: PasskeyRequest) => {
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
