import { useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { linkAnswer } from '#features/people/accounts/contract.ts'
import { logIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { notePerson } from '#platform/web/data/known-people.ts'
import {
  readConversation,
  subscribeToToken,
  writeConversation,
} from '#platform/web/data/session-token.ts'
import { followUserLanguage } from '#platform/web/start/i18n.ts'

/** The one conversation that the link of a mail opened on this device, without a login. */
export type OpenedConversation = NonNullable<z.infer<typeof linkAnswer>['conversation']>

/** Null if no link opened one, and for logged-in users, who can see all their conversations. */
export function useOpenedConversation(): OpenedConversation | null {
  const storedJson = useSyncExternalStore(subscribeToToken, readConversation)
  return useMemo(() => JSON.parse(storedJson ?? 'null') as OpenedConversation | null, [storedJson])
}

/** Redeems the link of a mail, which logs in or opens one conversation. */
export async function redeemLink(token: string): Promise<void> {
  const { api_token, conversation } = await call('POST /auth/loginWithToken', { body: { token } })
  if (!conversation) return void (await logIn(api_token))
  notePerson(conversation.user_id)
  writeConversation(JSON.stringify({ token: api_token, ...conversation }))
  await followUserLanguage(conversation.lang)
}
