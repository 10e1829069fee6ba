import { PasswordOnly } from '@medicready/domain/contract/accounts/forms'
import type { SecondFactors } from '@medicready/domain/contract/accounts/second-factors'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authToken } from '../api/auth-token.ts'
import { ApiError } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { read } from '../api/read.ts'
import { useWrite } from '../api/write.ts'
import { PasswordField } from '../ui/account-fields.tsx'
import { Button } from '../ui/button.tsx'

export type Factor = SecondFactors['factors'][number]

export const secondFactorsQuery = queryOptions({
  queryKey: ['accounts', 'second-factors'],
  queryFn: (query) => read(query, 'GET /api/user/second-factors'),
})

/** Each change issues a new token for this session and signs out all other devices. */
function useRenewal() {
  const queries = useQueryClient()
  return ({ token }: { token: string }) => {
    authToken.keep(token)
    void queries.invalidateQueries({ queryKey: ['accounts'] })
  }
}

export const useBeginPasskey = () => useWrite('POST /api/user/second-factors/passkeys/begin')
export const useAddPasskey = () => useWrite('POST /api/user/second-factors/passkeys', { onSuccess: useRenewal() })
export const useBeginApp = () => useWrite('POST /api/user/second-factors/totp/begin')
export const useAddApp = () => useWrite('POST /api/user/second-factors/totp', { onSuccess: useRenewal() })
export const useRemoveFactor = () => useWrite('POST /api/user/second-factors/{id}/remove', { onSuccess: useRenewal() })
export function useNewRecoveryCodes() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/second-factors/recovery-codes', {
    onSuccess: () => void queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  })
}

interface ConfirmedFormProps {
  label: string
  busyLabel: string
  variant?: 'primary' | 'destructive'
  children?: ReactNode
  onConfirm: (password: string) => Promise<unknown>
  failure: (error: unknown) => string
}

/** Asks for the password again, so that an unattended screen cannot make the change. */
export function ConfirmedForm({ label, busyLabel, variant = 'primary', children, onConfirm, failure }: ConfirmedFormProps) {
  const { form, field, messageAt, isSending } = useForm({
    schema: PasswordOnly,
    initial: { password: '' },
    send: ({ password }) => onConfirm(password),
    onRefused: (error, { showAt }) =>
      showAt(error instanceof ApiError && error.code === 'passwordWrong' ? 'password' : 'root', failure(error)),
  })
  const refusal = messageAt('root')
  return (
    <form {...form} className="grid gap-5">
      {children}
      <PasswordField {...field('password')} />
      {refusal && (
        <p role="alert" className="text-sm text-bad">
          {refusal}
        </p>
      )}
      <Button type="submit" variant={variant} loading={isSending}>
        {isSending ? busyLabel : label}
      </Button>
    </form>
  )
}
