import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { AccountScreens } from '../drivers/account-screens.ts'
import { Api, type Person } from '../drivers/api.ts'
import { BorrowDialog } from '../drivers/borrow-dialog.ts'
import { InboxScreen } from '../drivers/inbox-screen.ts'
import { MapScreen } from '../drivers/map-screen.ts'
import { createLender, LADDER, type Lender } from '../drivers/neighbours.ts'
import { settle } from '../drivers/picture.ts'
import type { Language, Texts } from '../drivers/texts.ts'
import { PHONE, Visitor } from '../drivers/visitor.ts'

/** `newcomer` registers along the way; each screen continues wherever the newcomer is. */
export type Who = 'guest' | 'newcomer' | 'member' | 'admin'

export interface Screen {
  /** Name in reports, and file name of the picture. */
  name: string
  who: Who
  /** Opens the screen; resolves when it is ready. */
  show: (scene: Scene) => Promise<void>
  /** Does not exist on larger screens. */
  phoneOnly?: true
}

/** Everything a screen needs to open. */
export interface Scene {
  visitor: Visitor
  page: Page
  t: Texts
  account: AccountScreens
  map: MapScreen
  borrow: BorrowDialog
  inbox: InboxScreen
  api: Api
  cast: Cast
  /** The ladder, in the language of the visitor. */
  ladder: string
}

export interface Look {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

/** People with the letterboxes and conversations on the screens. */
interface Cast {
  lender: Lender
  /** Has asked the lender for the ladder and got an answer. */
  member: Lender
  conversationId: string
  /** Lends the same item and was not asked yet. */
  neighbour: Lender
  /** Accepts no messages. */
  silent: Person
}

export const ANSWER = 'Gerne, sie steht vor der Tür.'
const PASSWORD = 'zwölf Rahmen an der Wand'
type Login = Pick<Lender, 'email' | 'password'>
const ADMIN: Login = { email: 'admin@letterlend.example', password: 'letterlend-demo' }

/** Sets the language of the account, which the app uses. */
const speak = (api: Api, language: Language, token: string) =>
  api.post('/userSettings/update', { lang: language }, token)

async function createCast(api: Api, language: Language): Promise<Cast> {
  const [lender, member, neighbour, silent] = await Promise.all([
    createLender(api, PASSWORD),
    createLender(api, PASSWORD),
    createLender(api, PASSWORD),
    api.registerNeighbour([LADDER.id]),
  ])
  await speak(api, language, member.token)
  await api.post('/privacy/update', { enable_messaging: false }, silent.token)
  const request = { renter_id: lender.userId, item_id: LADDER.id, text: 'Hallo! Ist sie frei?' }
  const transaction = await api.post<{ id: string }>('/transactions/create', request, member.token)
  const answer = { transaction_id: transaction.id, text: ANSWER }
  await api.post('/transactions/sendMessage', answer, lender.token)
  return { lender, member, neighbour, silent, conversationId: transaction.id }
}

/** Shows screens in one language, each to the right kind of visitor. */
export class Stage {
  readonly #scenes = new Map<Who, Scene>()

  private constructor(
    readonly browser: Browser,
    readonly api: Api,
    readonly cast: Cast,
    readonly language: Language,
    readonly look: Look,
  ) {}

  static async open(browser: Browser, origin: string | undefined, language: Language, look: Look) {
    const api = new Api(origin ?? '')
    return new Stage(browser, api, await createCast(api, language), language, look)
  }

  /** Shows a screen; returns its visitor once it is ready, or null if it does not exist in this look. */
  async show({ who, phoneOnly, show }: Screen): Promise<Visitor | null> {
    if (phoneOnly && this.look.viewport.width !== PHONE.width) return null
    const scene = this.#scenes.get(who) ?? (await this.#enter(who))
    this.#scenes.set(who, scene)
    const { visitor } = scene
    // Restores what the previous screen disabled.
    if (who === 'guest') await visitor.network.comeBack()
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    await show(scene)
    await settle(visitor.page)
    return visitor
  }

  async #enter(who: Who): Promise<Scene> {
    const { api, cast, language } = this
    const visitor = await Visitor.arrive(this.browser, {
      language,
      ...this.look,
      mayLoseNetwork: who === 'guest',
    })
    const scene = {
      visitor,
      page: visitor.page,
      t: visitor.t,
      account: new AccountScreens(visitor),
      map: new MapScreen(visitor),
      borrow: new BorrowDialog(visitor),
      inbox: new InboxScreen(visitor),
      api,
      cast,
      ladder: LADDER[language],
    }
    const login: Login | null = { member: cast.member, admin: ADMIN, guest: null, newcomer: null }[
      who
    ]
    if (login) {
      if (who === 'admin') {
        const { api_token } = await api.post<{ api_token: string }>('/auth/login', login)
        await speak(api, language, api_token)
      }
      await visitor.page.goto('/auth/login?from=/profile')
      await scene.account.logIn(login.email, login.password)
      await expect(dashboard(scene)).toBeVisible()
    }
    return scene
  }

  /** Problems that the browsers of all visitors reported. */
  get complaints(): string[] {
    return [...this.#scenes.values()].flatMap(({ visitor }) => visitor.complaints)
  }

  async leave(): Promise<void> {
    for (const { visitor } of this.#scenes.values()) await visitor.leave()
  }
}

export function dashboard({ page, t }: Scene): Locator {
  return page.getByRole('navigation', { name: t('profile:dashboard.settings') })
}

/** A screen with its own address; `heading` is the text key of its heading. */
export function pageAt(name: string, who: Who, path: string, heading: string): Screen {
  return {
    name,
    who,
    show: async ({ page, account }) => {
      await page.goto(path)
      // The first one is the title; a part of the page may begin with the same word.
      await expect(account.heading(heading).first()).toBeVisible()
    },
  }
}

/** A screen with its own address that is ready once `shown` is visible. */
export function shownAt(
  name: string,
  who: Who,
  path: string,
  shown: (scene: Scene) => Locator,
): Screen {
  return {
    name,
    who,
    show: async (scene) => {
      await scene.page.goto(path)
      await expect(shown(scene)).toBeVisible()
    },
  }
}
