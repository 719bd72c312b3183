import type { Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** Conversations and their messages. */
export class InboxScreen {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  /** The link in the navigation, with the number of waiting conversations. */
  badge(count: number): Locator {
    return this.page
      .getByRole('navigation', { name: this.t('layout:mainNavigation') })
      .getByRole('link', {
        name: `${this.t('layout:inbox')} ${this.t('layout:newRequests', { count })}`,
      })
  }
  /** All places in the header that show the number of new messages. */
  counts(count: number): Locator {
    return this.page
      .getByRole('banner')
      .getByText(this.t('layout:newRequests', { count }))
      .filter({ visible: true })
  }
  conversation(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: this.t('inbox:list') })
      .getByRole('link', { name })
  }
  message(text: string): Locator {
    return this.page
      .getByRole('region', { name: this.t('inbox:messages') })
      .getByRole('listitem')
      .filter({ hasText: text })
  }
  get field(): Locator {
    return this.page.getByRole('textbox', { name: this.t('inbox:message') })
  }
  get send(): Locator {
    return this.page.getByRole('button', { name: this.t('inbox:send'), exact: true })
  }
  async write(text: string): Promise<void> {
    await this.visitor.fill(this.field, text)
    await this.visitor.tap(this.send)
  }
}
