import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import { Builder, Capabilities } from 'selenium-webdriver'
import { until } from './api.ts'
import { freePort } from './server-process.ts'

const SIZE = { width: 1280, height: 800 }
const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** A browser that Playwright cannot drive in its Debian package; only what the tests need of it. */
export interface OtherBrowser {
  open(url: string): Promise<void>
  /** Evaluates an expression in the page. */
  ask<T>(expression: string): Promise<T>
  press(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  picture(): Promise<Uint8Array>
  close(): Promise<void>
}

function expectInstalled(path: string, packages: string): void {
  if (!existsSync(path)) throw new Error(`${path} is missing: apt-get install ${packages}`)
}

/** Uses WebDriver BiDi; `dark` selects the dark colour scheme. */
export async function openFirefox({ dark }: { dark: boolean }): Promise<OtherBrowser> {
  expectInstalled(FIREFOX, 'firefox-esr')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: {
      'intl.accept_languages': 'de-CH',
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    },
  })
  const page = await browser.newPage()
  await page.setViewport(SIZE)
  return {
    open: async (url) => void (await page.goto(url)),
    ask: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}

/** Uses WebDriver, on a separate display. */
export async function openWebKit(): Promise<OtherBrowser> {
  expectInstalled(WEBKIT_DRIVER, 'webkit2gtk-driver')
  expectInstalled('/usr/bin/Xvfb', 'xvfb')
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await once(screen.stdout, 'data')
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
  })
  const url = `http://127.0.0.1:${port}`
  await until(
    () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    WEBKIT_DRIVER,
  )
  const options = { binary: MINI_BROWSER, args: ['--automation'] }
  const session = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }),
    )
    .build()
  await session.manage().window().setRect(SIZE)
  return {
    open: (address) => session.get(address),
    ask: <T>(expression: string) => session.executeScript<T>(`return (${expression})`),
    press: (x, y) => session.actions().move({ x, y, duration: 0 }).click().perform(),
    type: (text) => session.actions().sendKeys(text).perform(),
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: async () => {
      await session.quit()
      driver.kill()
      screen.kill()
    },
  }
}
