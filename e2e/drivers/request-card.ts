import type { Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** The request above its conversation, and the page for answering a request by mail. */
export class RequestCard {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  get card(): Locator {
    return this.page.getByRole('region', { name: this.t('loans:card'), exact: true })
  }
  /** `steps.lender.accept` */
  step(key: string, values: Record<string, string> = {}): Locator {
    return this.card.getByRole('button', { name: this.t(`loans:${key}`, values), exact: true })
  }
  /** A button of a dialog, or of the page for answering by mail. */
  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(`loans:${key}`), exact: true })
  }
  /** An event between the messages. */
  line(text: string): Locator {
    return this.page
      .getByRole('region', { name: this.t('inbox:messages') })
      .getByRole('listitem')
      .filter({ hasText: text })
  }
}
