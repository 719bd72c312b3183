import { expect, type Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** The map of resellers, which fills the window. */
export class ResellersScreen {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }

  async open(): Promise<void> {
    await this.page.goto('/resellers')
    await expect(this.markers.first()).toBeAttached()
  }

  get markers(): Locator {
    const map = this.page.getByRole('region', { name: this.visitor.t('map:mapLabel'), exact: true })
    return map.getByRole('button')
  }

  /** Toggles the list. */
  get listButton(): Locator {
    return this.page.getByRole('main').locator('button[aria-expanded]').first()
  }

  get rows(): Locator {
    return this.page
      .getByRole('list', { name: this.visitor.t('resellers:list') })
      .getByRole('button')
  }

  /** The popup of a reseller. */
  get card(): Locator {
    return this.page.getByRole('dialog')
  }
}
