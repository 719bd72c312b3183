import { expect, type Locator } from '@playwright/test'
import type { NewNeighbour } from './account-screens.ts'
import type { Visitor } from './visitor.ts'

/** The steps of an order. */
export class OrderScreens {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(key), exact: true })
  }
  link(key: string): Locator {
    return this.page.getByRole('link', { name: this.t(key), exact: true })
  }
  heading(key: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.t(key) })
  }
  field(key: string): Locator {
    return this.page.getByLabel(this.t(key), { exact: true })
  }

  choose(product: string): Locator {
    const name = this.t('orders:products.chooseName', { name: product })
    return this.page.getByRole('link', { name, exact: true })
  }
  amount(amount: number): Locator {
    return this.page.getByRole('radio', { name: String(amount), exact: true })
  }
  get slider(): Locator {
    return this.page.getByRole('slider')
  }
  /** A row of the price table, by its heading. */
  row(key: string): Locator {
    return this.page.getByRole('row').filter({
      has: this.page.getByRole('rowheader', { name: this.t(key) }),
    })
  }

  async fillRecipient(somebody: NewNeighbour): Promise<void> {
    const { visitor } = this
    await visitor.fill(this.field('accounts:fields.firstname'), somebody.firstname)
    await visitor.fill(this.field('accounts:fields.lastname'), somebody.lastname)
    await visitor.fill(this.field('orders:address.email'), somebody.email)
    await visitor.fill(this.field('profile:fields.address'), somebody.address)
    await visitor.fill(this.field('profile:fields.postcode'), somebody.postcode)
    await visitor.fill(this.field('profile:fields.city'), somebody.city)
  }

  /** Goes from the address to the last step, as a guest who stays off the map. */
  async goToConfirmation(): Promise<void> {
    await this.visitor.tap(this.button('orders:next'))
    await expect(this.heading('orders:map.title')).toBeVisible()
    await this.visitor.tap(this.button('orders:map.no'))
    await expect(this.slider.or(this.button('orders:confirm.reseller.finish'))).toBeVisible({
      timeout: 30_000,
    })
  }

  async payForTest(): Promise<void> {
    await this.visitor.tap(this.button('payments:sandbox.button'))
    const dialog = this.page.getByRole('dialog')
    await this.visitor.tap(dialog.locator('button[type="submit"]'))
    await expect(this.heading('orders:thanks.title')).toBeVisible({ timeout: 30_000 })
  }
}
