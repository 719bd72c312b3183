import { expect } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** The demo's mailbox at /dev/mail, read in the visitor's own browser. */
export class Mailbox {
  constructor(readonly visitor: Visitor) {}

  /** Opens the newest mail to this address in a tab, and its button in the next one. */
  async confirmAddress(email: string): Promise<void> {
    const { visitor } = this
    const mailbox = await visitor.context.newPage()
    visitor.page = mailbox
    const mail = mailbox.getByRole('link', { name: email }).first()
    await expect(async () => {
      await mailbox.goto('/dev/mail')
      await expect(mail).toBeVisible({ timeout: 500 })
    }).toPass()
    await visitor.tap(mail)
    const button = mailbox.frameLocator('iframe').locator('a[href*="email_confirmation_token"]')
    await visitor.tapIntoNewTab(button.first())
  }
}
