/** What the service worker of the web app is handed with a push. */
export interface PushPayload {
  title: string
  body: string
  /** Where in the web app it is seen. */
  path: string
  tag: string | undefined
  /** How much waits to be seen, for the badge on the app's icon. */
  unseen: number
}

/** On a device, what comes later of a conversation takes the place of what is there. */
export const conversationTag = (transactionId: string) => `transaction-${transactionId}`
