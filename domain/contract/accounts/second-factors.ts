import { z } from 'zod'
import { secondSteps } from '../../accounts/second-factors.ts'
import { MAX_FACTOR_NAME_LENGTH } from '../../accounts/shown/rules.ts'
import { printableText } from '../../core/text.ts'
import { errors } from '../../refusals/shown/errors.ts'
import { signedIn, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { PasswordOnly, recoveryCode, totpCode } from './forms.ts'

const invalid = errors.invalidRequest.message
const text = (max: number, words: string) => z.string(words).min(1, words).max(max, words)
const bytes = (max: number) => text(max, invalid).regex(/^[\w-]+$/, invalid)

const ticket = text(100, errors.secondStepExpired.message)
const name = printableText({ max: MAX_FACTOR_NAME_LENGTH, required: 'Please enter a name' })

const publicKey = z.literal('public-key', invalid)
const transports = z.array(text(20, invalid).regex(/^[a-z-]+$/, invalid)).max(10)
const credential = z.object({ type: z.string(), id: z.string(), transports: transports.optional() })

const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(credential).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  allowCredentials: z.array(credential).optional(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

const passkey = { id: bytes(1_400), rawId: bytes(1_400), type: publicKey }
const madePasskey = z.object({
  ...passkey,
  response: z.object({ clientDataJSON: bytes(4_000), attestationObject: bytes(20_000), transports: transports.optional() }),
})
export type MadePasskey = z.output<typeof madePasskey>

const signedPasskey = z.object({
  ...passkey,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(100).optional(),
  }),
})
export type SignedPasskey = z.output<typeof signedPasskey>

const recoveryCodes = z.array(z.string())

/** The session continues under a new ID; all other sessions end. */
const renewed = z.object({ token: z.string() })
/** Shown only once; null if the account already has some. */
const added = renewed.extend({ id: z.uuid(), recoveryCodes: recoveryCodes.nullable() })

export const SecondFactors = z.object({
  factors: z.array(z.object({ id: z.uuid(), kind: z.enum(['passkey', 'totp']), name: z.string(), addedAt: z.iso.datetime() })),
  recoveryCodesLeft: z.int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

export const SecondStep = z.object({
  ticket: z.string(),
  kinds: z.array(z.enum(secondSteps)),
  passkeyOptions: PasskeyRequest.nullable(),
})
export type SecondStep = z.infer<typeof SecondStep>

const exampleBytes = 'eyJ0eXBlIjoid2ViYXV0aG4iLCJjaGFsbGVuZ2UiOiJkR2hwY3lCcGN5QmhiaUJsZUdGdGNHeGwifQ'
const withPassword = {
  body: PasswordOnly,
  errors: ['passwordWrong', 'tooManyRequests', 'busy'],
  example: { body: { password: existing.password } },
} as const
const exampleTicket = 'wq3Lk0vYb1s8J5nR2dXcT7uMhE4pZgF6aQoKiB9yVx0'

export const secondFactorCalls = {
  'POST /api/auth/second-factor': visitor.command({
    summary: 'The second step of a sign-in: a code, a recovery code, or a passkey with the ticket of the first step. Starts the session.',
    /** If several are given, the passkey counts, then the code. */
    body: z
      .object({ ticket, code: z.optional(totpCode), recoveryCode: z.optional(recoveryCode), passkey: signedPasskey.optional() })
      .refine((proof) => proof.code ?? proof.recoveryCode ?? proof.passkey, invalid),
    response: z.object({ ok: z.literal(true), token: z.string() }),
    errors: ['codeInvalid', 'passkeyInvalid', 'secondStepExpired', 'tooManyRequests'],
    example: {
      body: {
        ticket: exampleTicket,
        code: '492039',
        recoveryCode: 'k7mq-2vxh-9rtd',
        passkey: {
          id: exampleBytes,
          rawId: exampleBytes,
          type: 'public-key',
          response: { clientDataJSON: exampleBytes, authenticatorData: exampleBytes, signature: exampleBytes, userHandle: exampleBytes },
        },
      },
    },
  }),
  'POST /api/auth/passkey': visitor.command({
    summary: 'Begin a sign-in with only a passkey. /api/auth/second-factor finishes it.',
    response: z.object({ ticket: z.string(), passkeyOptions: PasskeyRequest }),
    errors: ['tooManyRequests'],
  }),
  'GET /api/user/second-factors': signedIn.read({
    summary: "The caller's passkeys and authenticator apps, and how many recovery codes are left.",
    response: SecondFactors,
  }),
  'POST /api/user/second-factors/passkeys/begin': signedIn.command({
    summary: 'Begin to add a passkey. Answers the options for the browser.',
    ...withPassword,
    response: z.object({ ticket: z.string(), passkeyOptions: PasskeyCreation }),
  }),
  'POST /api/user/second-factors/passkeys': signedIn.command({
    summary: 'Add the passkey that the browser has made. Ends all other sessions.',
    body: z.object({ ticket, name, passkey: madePasskey }),
    response: added,
    errors: ['passkeyInvalid', 'secondStepExpired', 'tooManySecondFactors'],
    example: {
      body: {
        ticket: exampleTicket,
        name: 'My phone',
        passkey: {
          id: exampleBytes,
          rawId: exampleBytes,
          type: 'public-key',
          response: { clientDataJSON: exampleBytes, attestationObject: exampleBytes, transports: ['internal'] },
        },
      },
    },
  }),
  'POST /api/user/second-factors/totp/begin': signedIn.command({
    summary: 'Begin to add an authenticator app. Answers its secret, also as a URI for a QR code.',
    ...withPassword,
    response: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
  }),
  'POST /api/user/second-factors/totp': signedIn.command({
    summary: 'Add the authenticator app that shows this code. Ends all other sessions.',
    body: z.object({ ticket, name, code: totpCode }),
    response: added,
    errors: ['codeInvalid', 'secondStepExpired', 'tooManySecondFactors'],
    example: { body: { ticket: exampleTicket, name: 'My authenticator app', code: '492039' } },
  }),
  'POST /api/user/second-factors/recovery-codes': signedIn.command({
    summary: 'Create ten recovery codes, shown only once. Earlier codes stop working.',
    ...withPassword,
    response: z.object({ recoveryCodes }),
    errors: ['passwordWrong', 'secondFactorMissing', 'tooManyRequests', 'busy'],
  }),
  'POST /api/user/second-factors/{id}/remove': signedIn.command({
    summary: 'Remove a passkey or an authenticator app. Ends all other sessions.',
    params: z.object({ id: z.uuid() }),
    body: PasswordOnly,
    response: renewed,
    errors: ['passwordWrong', 'secondFactorNotFound', 'tooManyRequests', 'busy'],
    example: { params: { id: '0197b1a2-9c3d-5e1a-8b47-3f6d2f0a4c77' }, body: { password: existing.password } },
  }),
} as const
