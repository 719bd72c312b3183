import { expect, type Locator } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Visitor } from './visitor.ts'

const STEP_MS = 30_000

/** An authenticator app on a phone. */
export class CodeApp {
  readonly #totp: TOTP
  #lastStep = 0

  /** @param key as the dialog shows it, in groups of four */
  constructor(
    key: string,
    /** How far the server's clock is ahead, in ms. */
    public aheadMs = 0,
  ) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) })
  }

  /** A new code. Each one is accepted once, and the next one is available half a minute later. */
  code(): string {
    const step = Math.floor((Date.now() + this.aheadMs) / STEP_MS)
    // The server also accepts the next step's code, for phones whose clock is ahead.
    this.#lastStep = Math.max(step, this.#lastStep + 1)
    return this.#totp.generate({ timestamp: this.#lastStep * STEP_MS })
  }
}

/** The dialogs for the second step of a login, and for proving the identity again. */
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
  /** Submits the code of a login; a button behind the dialog may have the same name. */
  get logIn(): Locator {
    const name = this.t('second-factors:stepSubmit')
    return this.dialog('stepTitle').getByRole('button', { name, exact: true })
  }
  field(key: string): Locator {
    return this.page.getByLabel(this.t(`second-factors:${key}`), { exact: true })
  }

  /** Reads the key in the open set-up dialog into an app. */
  async readKey(aheadMs = 0): Promise<CodeApp> {
    const key = this.dialog('setUpTitle').locator('code')
    await expect(key).toHaveText(/^[A-Z2-7 ]{32,}$/)
    return new CodeApp(await key.innerText(), aheadMs)
  }

  /** Reads the recovery codes, which are shown only once. */
  async readCodes(): Promise<string[]> {
    const list = this.page.getByRole('list', { name: this.t('second-factors:codesList') })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    return list.getByRole('listitem').allInnerTexts()
  }
}
