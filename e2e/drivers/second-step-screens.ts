import { expect, type Locator } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Visitor } from './visitor.ts'

const STEP_MS = 30_000

/** An app that makes codes, as somebody has it on their phone. */
export class CodeApp {
  readonly #totp: TOTP
  #lastStep = 0

  /** @param key as the dialog shows it, in groups of four */
  constructor(
    key: string,
    /** How far the clock of the server is ahead. */
    public aheadMs = 0,
  ) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) })
  }

  /** One that was not shown before: each is taken once, and the next comes with the next half minute. */
  code(): string {
    const step = Math.floor((Date.now() + this.aheadMs) / STEP_MS)
    // The server takes one of the next step as well, for clocks that are ahead.
    this.#lastStep = Math.max(step, this.#lastStep + 1)
    return this.#totp.generate({ timestamp: this.#lastStep * STEP_MS })
  }
}

/** The dialogs of the second step of a login, and of showing once more who one is. */
export class SecondStepScreens {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  dialog(key: string): Locator {
    return this.page.getByRole('dialog', { name: this.t(`second-factors:${key}`) })
  }
  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(`second-factors:${key}`), exact: true })
  }
  /** Sends the code of a login; what waits behind the dialog may be called the same. */
  get logIn(): Locator {
    const name = this.t('second-factors:stepSubmit')
    return this.dialog('stepTitle').getByRole('button', { name, exact: true })
  }
  field(key: string): Locator {
    return this.page.getByLabel(this.t(`second-factors:${key}`), { exact: true })
  }

  /** The dialog that is open for setting it up: the app that has read its key. */
  async readKey(aheadMs = 0): Promise<CodeApp> {
    const key = this.dialog('setUpTitle').locator('code')
    await expect(key).toHaveText(/^[A-Z2-7 ]{32,}$/)
    return new CodeApp(await key.innerText(), aheadMs)
  }

  /** The codes that work once, which are shown this one time. */
  async readCodes(): Promise<string[]> {
    const list = this.page.getByRole('list', { name: this.t('second-factors:codesList') })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    return list.getByRole('listitem').allInnerTexts()
  }
}
