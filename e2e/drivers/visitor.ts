import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { LOCALES } from '#platform/shared/languages.ts'
import { Network } from './network.ts'
import { type Language, type Texts, textsOf } from './texts.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

interface VisitorOptions {
  language?: Language
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Enables the service worker; `page.route` does not see its requests. */
  keepsForOffline?: boolean
  /** Uses a network that can be switched off. */
  mayLoseNetwork?: boolean
  /** Foreign hosts that the test leads this visitor to. The app itself contacts only its own server. */
  mayAsk?: readonly string[]
}

/** Hosts of the tests' servers. */
const OWN_HOSTS = ['127.0.0.1', 'localhost']

/** A person with their own browser. Counts the taps and fields they need to reach something. */
export class Visitor {
  taps = 0
  fields = 0
  /** Problems that the browser reported: script errors and blocked or missing files. */
  readonly complaints: string[] = []
  /** Foreign addresses that were contacted. */
  readonly #asked = new Set<string>()

  private constructor(
    readonly context: BrowserContext,
    /** The current tab. */
    public page: Page,
    readonly t: Texts,
    readonly viewport: { width: number; height: number },
    private readonly ownNetwork: Network | null,
    allowedHosts: readonly string[],
  ) {
    this.#listen(page)
    context.on('request', (request) => {
      const { protocol, hostname, href } = new URL(request.url())
      if (/^https?:$/.test(protocol) && !allowedHosts.includes(hostname)) this.#asked.add(href)
    })
  }

  #listen(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const { pathname } = new URL(message.location().url || 'about:blank')
      this.complaints.push(`${message.text()} (${pathname})`)
    })
  }

  static async arrive(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
    const {
      language = 'de',
      viewport = DESKTOP,
      colorScheme = 'light',
      keepsForOffline = false,
      mayLoseNetwork = false,
      mayAsk = [],
    } = options
    const network = mayLoseNetwork ? await Network.open() : null
    const context = await browser.newContext({
      viewport,
      colorScheme,
      serviceWorkers: keepsForOffline ? 'allow' : 'block',
      locale: LOCALES[language],
      reducedMotion: 'reduce',
      hasTouch: viewport.width < 768,
      // Rate limits count each visitor separately.
      extraHTTPHeaders: { 'x-forwarded-for': `10.1.${byte()}.${byte()}` },
      ...(network && { proxy: network.proxy }),
    })
    const allowedHosts = [...OWN_HOSTS, ...mayAsk]
    return new Visitor(
      context,
      await context.newPage(),
      textsOf(language),
      viewport,
      network,
      allowedHosts,
    )
  }

  get onPhone(): boolean {
    return this.viewport.width < 768
  }

  /** Only for a visitor who arrived with `mayLoseNetwork`. */
  get network(): Network {
    if (!this.ownNetwork) throw new Error('This visitor arrived without a network of their own.')
    return this.ownNetwork
  }

  async tap(target: Locator): Promise<void> {
    await target.click()
    this.taps++
  }

  /** Taps a link that opens a new tab, and continues there. */
  async tapIntoNewTab(target: Locator): Promise<void> {
    // A click into a frame that has just appeared may be lost.
    await expect(async () => {
      const opened = this.context.waitForEvent('page', { timeout: 5000 })
      await Promise.all([target.click(), opened])
      this.page = await opened
    }).toPass()
    this.taps++
    this.#listen(this.page)
  }

  /** Closes this tab and continues in a new one of the same browser. */
  async openAnotherTab(): Promise<void> {
    const before = this.page
    this.page = await this.context.newPage()
    this.#listen(this.page)
    await before.close()
  }

  async fill(target: Locator, text: string): Promise<void> {
    await target.fill(text)
    this.fields++
  }

  /** Presses Tab until `target` has the focus; fails if it cannot be reached. */
  async tabTo(target: Locator, most = 60): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < most; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    await expect(target, `reached within ${most} presses of Tab`).toBeFocused({ timeout: 1 })
  }

  /** Closes the browser; fails if a foreign host was contacted during the visit. */
  async leave(): Promise<void> {
    await this.context.close()
    await this.ownNetwork?.close()
    expect([...this.#asked], 'asked of strangers').toEqual([])
  }
}

const byte = () => Math.floor(Math.random() * 256)
