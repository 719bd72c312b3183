import { expect, type Locator, type Page } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** The screen on which an order is paid. */
export class PaymentScreen {
  constructor(readonly visitor: Visitor) {}

  private get page(): Page {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }
  /** Shown after a payment. */
  get thanks(): Locator {
    return this.page.getByRole('heading', { name: this.t('orders:thanks.title') })
  }
  /** Shown for an order that was already paid. */
  get paid(): Locator {
    return this.page.getByRole('heading', { name: this.t('payments:page.paid.title') })
  }
  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(key), exact: true })
  }
  /** The button that pays the amount in the dialog. */
  get pay(): Locator {
    return this.dialog.locator('button[type=submit]')
  }
  get failure(): Locator {
    return this.dialog.getByRole('alert')
  }

  async open(orderId: string): Promise<void> {
    await this.page.goto(`/order/payment?orderId=${orderId}`)
    await expect(this.page.getByRole('table')).toBeVisible()
  }

  /** Pays with a test card that does what its name says. */
  async payWith(card: 'accepted' | 'declined' | 'bank' | 'silent'): Promise<void> {
    if (!(await this.dialog.isVisible()))
      await this.visitor.tap(this.button('payments:sandbox.button'))
    await this.dialog.getByLabel(this.t(`payments:sandbox.cards.${card}`)).check()
    await this.visitor.tap(this.pay)
  }
}
