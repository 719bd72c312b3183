import { fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_PRIVACY } from '#features/privacy/contract.ts'
import { answeringFetch, renderInApp, startEnglish } from '#platform/web/testing/render.tsx'
import { testTransaction } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { AskNextModal } from './ask-next-modal.tsx'
import { letterbox, nearbyLender } from './asking.fixtures.ts'
import { BorrowForm } from './borrow-form.tsx'

// Counted instead of measured: on a slow phone a form that is rendered as a whole for a letter takes longer
// than the key is down.

/** The parts of the forms that were rendered, in their order. */
const rendered = vi.hoisted(() => [] as string[])

vi.mock('./item-choice.tsx', async (importActual) => {
  const { ItemChoice } = await importActual<typeof import('./item-choice.tsx')>()
  return {
    ItemChoice: (props: ComponentProps<typeof ItemChoice>) => {
      rendered.push('items')
      return <ItemChoice {...props} />
    },
  }
})

vi.mock('./days/wanted-choice.tsx', async (importActual) => {
  const { WantedChoice } = await importActual<typeof import('./days/wanted-choice.tsx')>()
  return {
    WantedChoice: (props: ComponentProps<typeof WantedChoice>) => {
      rendered.push('days')
      return <WantedChoice {...props} />
    },
  }
})

vi.mock('./message-field.tsx', async (importActual) => {
  const { MessageField } = await importActual<typeof import('./message-field.tsx')>()
  return {
    MessageField: (props: ComponentProps<typeof MessageField>) => {
      rendered.push('message')
      return <MessageField {...props} />
    },
  }
})

vi.mock('./lender-choice.tsx', async (importActual) => {
  const { LenderChoice } = await importActual<typeof import('./lender-choice.tsx')>()
  return {
    LenderChoice: (props: ComponentProps<typeof LenderChoice>) => {
      rendered.push('lenders')
      return <LenderChoice {...props} />
    },
  }
})

vi.mock('./ask-footer.tsx', async (importActual) => {
  const { AskFooter } = await importActual<typeof import('./ask-footer.tsx')>()
  return {
    AskFooter: (props: ComponentProps<typeof AskFooter>) => {
      rendered.push('footer')
      return <AskFooter {...props} />
    },
  }
})

const ada = testUser({ id: 'ada', privacy: { ...DEFAULT_PRIVACY, enable_messaging: true } })
const lenders = [1, 2, 3].map((i) => nearbyLender(i))
const nothing = () => undefined

beforeEach(async () => {
  rendered.length = 0
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: ada }),
    'GET /transactions/takenDays': () => ({ body: [] }),
    'GET /transactions/standing': () => ({ body: { transaction: null, household: false } }),
    'GET /transactions': () => ({ body: [] }),
    'GET /letterboxes/filterLetterBoxesByStickerId': () => ({
      body: { letterboxes: lenders, total: 3 },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  localStorage.setItem('letterlend.token', 'token')
  await startEnglish()
})

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function showBorrowForm() {
  await renderInApp(
    <BorrowForm
      letterbox={{ ...letterbox, silent: true }}
      itemId={1}
      items={[
        { id: 1, name: 'Ladder', image_path: 'ladder.svg', available: true, lent_until: null },
      ]}
      onSent={nothing}
      onBusy={nothing}
    />,
  )
  await screen.findByRole('checkbox', { name: /Weg 1/ })
}

async function showNextForm() {
  await renderInApp(
    <AskNextModal
      transaction={testTransaction()}
      letterboxes={lenders}
      opened
      onClose={nothing}
      onSent={nothing}
    />,
  )
  await screen.findByRole('checkbox', { name: /Weg 1/ })
}

const FORMS = [
  {
    name: 'the form to ask for something',
    show: showBorrowForm,
    parts: ['items', 'days', 'message', 'lenders', 'footer'],
  },
  {
    name: 'the form to ask others',
    show: showNextForm,
    parts: ['days', 'message', 'lenders', 'footer'],
  },
]

const field = () => screen.getByLabelText('Your message')

it.each(FORMS)(
  'renders no other part of $name for a letter of the message',
  async ({ show, parts }) => {
    await show()
    expect(new Set(rendered)).toEqual(new Set(parts))
    for (const value of ['G', 'Ge', 'Ger', 'Gern']) {
      rendered.length = 0
      fireEvent.change(field(), { target: { value } })
      expect(field()).toHaveValue(value)
      expect(rendered, value).toEqual([])
    }
  },
)
