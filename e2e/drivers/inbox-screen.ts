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

  /** The link of the navigation, with how many wait in it. */
  badge(count: number): Locator {
    return this.page
      .getByRole('navigation', { name: this.t('layout:mainNavigation') })
      .getByRole('link', {
        name: `${this.t('layout:inbox')} ${this.t('layout:newRequests', { count })}`,
      })
  }
  /** Every place at the top that says how many are new. */
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
