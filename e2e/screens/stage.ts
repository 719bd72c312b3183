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

/** `newcomer` registers on the way; a screen shown alone finds them where they are. */
export type Who = 'guest' | 'newcomer' | 'member' | 'admin'

export interface Screen {
  /** Names it in reports and is the file name of its picture. */
  name: string
  who: Who
  /** Brings it about, and resolves once it is there. */
  show: (scene: Scene) => Promise<void>
  /** There is no such thing on larger screens. */
  phoneOnly?: true
}

/** What a screen is shown with. */
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

/** The people whose letterboxes and conversations are looked at. */
interface Cast {
  lender: Lender
  /** Asked the lender for the ladder, and was answered. */
  member: Lender
  conversationId: string
  /** Lends the same, and was not asked yet. */
  neighbour: Lender
  /** Takes no messages. */
  silent: Person
}

export const ANSWER = 'Gerne, sie steht vor der Tür.'
const PASSWORD = 'zwölf Rahmen an der Wand'
type Login = Pick<Lender, 'email' | 'password'>
const ADMIN: Login = { email: 'admin@letterlend.example', password: 'letterlend-demo' }

/** The app speaks the language of the account. */
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

/** Shows screens, each to whom it is meant for, in one language. */
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

  /** Who looks at the screen, once it is there; null where there is no such thing. */
  async show({ who, phoneOnly, show }: Screen): Promise<Visitor | null> {
    if (phoneOnly && this.look.viewport.width !== PHONE.width) return null
    const scene = this.#scenes.get(who) ?? (await this.#enter(who))
    this.#scenes.set(who, scene)
    const { visitor } = scene
    // What the screen before took away.
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

  /** What the browsers of all of them complained about. */
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

/** A screen with an address of its own; `shown` is the text key of its heading. */
export function pageAt(name: string, who: Who, path: string, heading: string): Screen {
  return {
    name,
    who,
    show: async ({ page, account }) => {
      await page.goto(path)
      // The title, where a part of the page begins with the same word.
      await expect(account.heading(heading).first()).toBeVisible()
    },
  }
}

/** A screen with an address of its own that is there once `shown` is. */
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
