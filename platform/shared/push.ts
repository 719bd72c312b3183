/** Payload of a push for the web app's service worker. */
export interface PushPayload {
  title: string
  body: string
  /** Path in the web app. */
  path: string
  tag: string | undefined
  /** Number of unseen things, for the badge on the app's icon. */
  unseen: number
}

/** A later notification of a conversation replaces the earlier one on the device. */
export const conversationTag = (transactionId: string) => `transaction-${transactionId}`
