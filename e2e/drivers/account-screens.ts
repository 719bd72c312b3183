import { expect, type Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

export interface NewNeighbour {
  firstname: string
  lastname: string
  email: string
  address: string
  postcode: string
  city: string
}

/** Registration, confirmation, password, login. */
export class AccountScreens {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  field(key: string): Locator {
    return this.page.getByLabel(this.t(key), { exact: true })
  }
  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(key), exact: true })
  }
  heading(key: string): Locator {
    return this.page.getByRole('heading', { name: this.t(key) })
  }

  /** On the page about taking part. */
  get startRegistration(): Locator {
    return this.page.getByRole('link', { name: this.t('accounts:participate.haveStickers.action') })
  }

  async fillAccount({ firstname, lastname, email }: NewNeighbour): Promise<void> {
    await this.visitor.fill(this.field('accounts:fields.email'), email)
    await this.visitor.fill(this.field('accounts:fields.firstname'), firstname)
    await this.visitor.fill(this.field('accounts:fields.lastname'), lastname)
    await this.visitor.tap(this.button('accounts:register.next'))
  }

  async typeAddress({ address, postcode, city }: NewNeighbour): Promise<void> {
    await this.visitor.fill(this.field('profile:fields.address'), address)
    await this.visitor.fill(this.field('profile:fields.postcode'), postcode)
    await this.visitor.fill(this.field('profile:fields.city'), city)
  }

  async fillAddress(neighbour: NewNeighbour): Promise<void> {
    await this.typeAddress(neighbour)
    await this.visitor.tap(this.button('accounts:register.submit'))
    await expect(this.heading('accounts:register.titles.location')).toBeVisible({ timeout: 30_000 })
  }

  get locationMap(): Locator {
    return this.page.getByRole('region', { name: this.t('location-picker:map') })
  }

  get locationMarker(): Locator {
    return this.locationMap.getByRole('button', { name: this.t('location-picker:marker') })
  }

  /** Scale of the map, for example "10 km". */
  get locationScale(): Locator {
    return this.locationMap.locator('.leaflet-control-scale-line')
  }

  /** Confirmation before an unlikely spot is accepted. */
  get townQuestion(): Locator {
    return this.page.getByRole('dialog', { name: this.t('profile:location.question.town.title') })
  }

  /** Shown if the address was not found. */
  get placeHere(): Locator {
    return this.button('location-picker:place')
  }

  async placeLetterbox(): Promise<void> {
    await expect(this.locationMarker).toBeVisible()
    const box = await this.locationMap.boundingBox()
    if (!box) throw new Error('The map has no place on the screen')
    // At this zoom level a pixel is 200 metres, and spots far from the town need a confirmation.
    await this.locationMap.click({ position: { x: box.width / 2 + 30, y: box.height / 2 + 10 } })
    this.visitor.taps++
    await this.visitor.tap(this.button('accounts:register.next'))
    await expect(this.heading('accounts:register.titles.items')).toBeVisible()
  }

  async pickStickers(names: string[]): Promise<void> {
    for (const name of names) {
      const sticker = this.page.getByRole('button', { name, exact: true })
      await this.visitor.tap(sticker)
      await expect(sticker).toHaveAttribute('aria-pressed', 'true')
    }
    await this.visitor.tap(this.button('accounts:register.finish'))
  }

  async setPassword(password: string): Promise<void> {
    await this.visitor.fill(this.field('accounts:fields.newPassword'), password)
    await this.visitor.tap(this.button('accounts:setPassword.submit'))
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.visitor.fill(this.field('accounts:fields.email'), email)
    await this.visitor.fill(this.field('accounts:fields.password'), password)
    await this.visitor.tap(this.button('accounts:login.submit'))
  }
}
