import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { configQuery } from '#platform/web/data/config.ts'
import { newAskedMark } from '#platform/web/data/known-people.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { accountChangeSchema, accountsApi } from '../../contract.ts'
import { forgetAccount, forgetSession, logIn, reloadUser } from './session.ts'

type Credentials = BodyInput<typeof accountsApi.login>

/** Sends the call; if the server asks for a proof of work, sends it again with one. */
async function withCaptchaIfAsked<T>(send: (captcha?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'captcha_required') throw error
    return send(await solveNow())
  }
}

async function solveNow(): Promise<string> {
  const { solveCaptcha } = await import('#platform/web/data/captcha/captcha.ts')
  return solveCaptcha(new AbortController().signal)
}

/** Logs in and loads the account. */
export function useLogin() {
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      // After many wrong attempts for an address, from any network, each attempt costs a proof of
      // work.
      const { api_token } = await withCaptchaIfAsked((captcha) =>
        call('POST /auth/login', { body: { ...credentials, captcha } }),
      )
      return logIn(api_token)
    },
  })
}

/** Confirms the address with the token of the mail; this also logs in. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof accountsApi.emailConfirmation>) => {
      const { api_token } = await call('POST /auth/emailConfirmation', { body })
      return logIn(api_token)
    },
  })
}

export function useResendConfirmation() {
  return useMutation({ mutationFn: () => call('POST /auth/resendEmailConfirmationToken') })
}

export function useSetPassword() {
  return useMutation({
    mutationFn: (password: string) => call('POST /auth/setPassword', { body: { password } }),
  })
}

/** Mails a login link if the account exists; the response does not reveal whether it does. */
export function useSendLoginLink() {
  return useMutation({
    mutationFn: async (email: string) => {
      // The proof of work starts only when needed, since most people log in with a password.
      const config = await queryClient.fetchQuery(configQuery)
      const captcha = config.captcha ? await solveNow() : undefined
      return call('POST /auth/sendLoginLink', { body: { email, captcha, asked: newAskedMark() } })
    },
  })
}

/** Mails the user a login link, or a link to choose a password. */
export function useSendOwnLoginLink() {
  return useMutation({ mutationFn: () => call('POST /auth/sendOwnLoginLink') })
}

/**
 * Mails a link for a new password if the account exists; the response does not reveal whether it
 * does.
 */
export function useForgotPassword(takeCaptcha: () => Promise<string | undefined>) {
  return useMutation({
    mutationFn: async (email: string) => {
      const captcha = await takeCaptcha()
      return call('POST /auth/forgotPassword', { body: { email, captcha } })
    },
  })
}

/** Ends all sessions of the account of a mail, and disables its password. */
export function useNotMe() {
  return useMutation({
    mutationFn: (token: string) => call('POST /auth/notMe', { body: { token } }),
  })
}

/** Restores a replaced address. */
export function useRestoreEmail() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof accountsApi.restoreEmail>) =>
      call('POST /auth/restoreEmail', { body }),
  })
}

/** Sets the new password and logs in. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof accountsApi.resetPassword>) => {
      const { api_token } = await call('POST /auth/resetPassword', { body })
      return logIn(api_token)
    },
  })
}

/** Logs in with a link from the staff, or with an address and the code of a mail. */
export function useLoginByLink() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof accountsApi.loginWithToken>) => {
      const { api_token } = await call('POST /auth/loginWithToken', { body })
      return logIn(api_token)
    },
  })
}

/**
 * The account a mailed link is for. Never cached, since the link may be used meanwhile.
 * @param isOpening whether the screen already redeems the link. Logging in empties the cache while
 *   the screen is still shown, and a second look would find a used link.
 */
export function useLookAtLink(token: string | null, isOpening: boolean) {
  return useQuery({
    queryKey: ['mailed-link', token],
    queryFn: () => call('POST /auth/lookAtLink', { body: { token: token ?? '' } }),
    enabled: token !== null && !isOpening,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** Saves the account and reloads it. */
export function useUpdateAccount() {
  return useMutation({
    mutationFn: async (body: z.input<typeof accountChangeSchema>) => {
      await call('POST /auth/updateAccountInfo', { body })
      // The address of a letterbox on the map may have changed too.
      queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
      return reloadUser()
    },
  })
}

interface AccountDeletion {
  /** Read before the call, since the session may be over when its answer arrives. Undefined until it is loaded. */
  userId: string | undefined
  password: string | undefined
}

/** Deletes the account, and what this device has stored of it. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: ({ password }: AccountDeletion) =>
      call('POST /users/remove', { body: password ? { current_password: password } : undefined }),
    onSuccess: (_none, { userId }) => (userId ? forgetAccount(userId) : forgetSession()),
  })
}

export function useDownloadData() {
  return useMutation({ mutationFn: () => call('GET /users/export') })
}
