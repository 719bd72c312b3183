import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLostFocus } from './lost-focus.ts'

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  stop = followLostFocus()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  document.body.replaceChildren()
})

function show(html: string): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  document.body.replaceChildren(...parsed.body.childNodes)
}
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
const settle = () => vi.advanceTimersByTimeAsync(200)

it('the focus goes to the section around a removed button', async () => {
  show(
    '<main><h1>Inbox</h1><section aria-label="Request"><p><button>Yes</button></p></section></main>',
  )
  find('button').focus()
  find('p').remove()
  await settle()
  expect(document.activeElement).toBe(find('section'))
})

it('the focus goes to the row of a list or table that a button is removed from', async () => {
  show(
    '<main><h1>Letters</h1><ul><li>Mill Lane 1 <span><button>Revoke</button></span></li></ul></main>',
  )
  find('button').focus()
  find('span').remove()
  await settle()
  expect(document.activeElement).toBe(find('li'))
  show('<main><h1>Ideas</h1><table><tr><td><button>Seen</button></td></tr></table></main>')
  find('button').focus()
  find('button').remove()
  await settle()
  expect(document.activeElement).toBe(find('tr'))
})

it('the focus stays in a dialog whose focused button is replaced', async () => {
  show(
    '<main><button id="open">Open</button></main><section role="dialog" tabindex="-1"><p><button id="next">Next</button></p></section>',
  )
  find('#open').focus()
  find('#next').focus()
  find('p').remove()
  await settle()
  expect(document.activeElement).toBe(find('[role=dialog]'))
  find('[role=dialog]').remove()
  await settle()
  expect(document.activeElement).toBe(find('#open'))
})

it('the focus goes to the heading of a replaced screen, even if it appears later', async () => {
  show('<main><div><form><button>Yes, I lend it</button></form></div></main>')
  find('button').focus()
  find('main').replaceChildren()
  await settle()
  expect(document.activeElement).toBe(document.body)
  const title = document.createElement('h1')
  find('main').append(title)
  await settle()
  expect(document.activeElement).toBe(title)
})

it('the focus goes to the section of the opening button after its dialog is closed', async () => {
  show(
    '<main><section><button id="open">Open</button></section></main><div role="dialog"><button id="do">Do</button></div>',
  )
  find('#open').focus()
  find('#do').focus()
  find('#open').remove()
  await settle()
  expect(document.activeElement).toBe(find('#do'))
  find('[role=dialog]').remove()
  await settle()
  expect(document.activeElement).toBe(find('section'))
})

it('the focus goes back to where it was before a toast was pressed away', async () => {
  show(
    '<main><button id="done">Done</button></main><div class="mantine-Notifications-root"><p role="alert">Done. <button id="undo">Undo</button></p></div>',
  )
  find('#done').focus()
  find('#undo').focus()
  find('[role=alert]').remove()
  await settle()
  expect(document.activeElement).toBe(find('#done'))
})

it('an element that takes the focus itself keeps it', async () => {
  show('<main><h1>Map</h1><button id="gone">Close</button><button id="next">Filter</button></main>')
  find('#gone').focus()
  find('#gone').remove()
  find('#next').focus()
  await settle()
  expect(document.activeElement).toBe(find('#next'))
})

it('the focus stays nowhere after a click on an empty place', async () => {
  show('<main><h1>Map</h1><button>Filter</button><i>moves</i></main>')
  find('button').focus()
  find('button').blur()
  find('i').remove()
  await settle()
  expect(document.activeElement).toBe(document.body)
})
