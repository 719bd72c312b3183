import { AsyncLocalStorage } from 'node:async_hooks'
import { toPlainText } from '@react-email/render'
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { MailLayout } from './mail-layout.tsx'
import type { MailTexts } from './mail-template.ts'
import { drawMail } from './render-mail.tsx'

const ALL: MailTexts = {
  subject: 'Subject',
  preview: 'Preview',
  heading: 'Heading',
  greeting: 'Hello Ada',
  body: ['What happened.'],
  facts: [{ label: 'When', value: 'Saturday' }],
  warning: 'It holds a link.',
  quote: 'Thank you!\nSee you',
  entries: [
    {
      title: 'Ben',
      text: 'On Saturday?',
      url: 'https://lend.example/a',
      facts: [{ label: 'Wanted', value: 'Saturday, 21 November' }],
      buttons: [
        { label: 'Ja, gern', url: 'https://lend.example/e' },
        { label: 'Nein, leider nicht', url: 'https://lend.example/f' },
        { label: 'Ein anderer Tag', url: 'https://lend.example/g' },
      ],
    },
  ],
  buttons: [
    { label: 'Open', url: 'https://lend.example/b' },
    { label: 'No', url: 'https://lend.example/c' },
  ],
  note: 'A note.',
  footer: 'Why you get this.',
  links: [{ label: 'No more of these', url: 'https://lend.example/d' }],
}

it('the mail layout has a dark colour for every colour', () => {
  const brand = { name: 'Letterlend', logo: null, ...PRESET_COLOURS }
  const html = drawMail(
    createElement(MailLayout, {
      legalLinks: [{ label: 'Privacy', url: 'https://lend.example/privacy' }],
      texts: ALL,
      lang: 'en',
      brand,
      publicUrl: 'https://lend.example',
    }),
  )
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
  expect(style).toMatch(/^@media \(prefers-color-scheme: dark\)/)
  const coloured = [...html.matchAll(/<(\w+)[^>]*style="([^"]*)"[^>]*>/g)].filter(([, , inline]) =>
    /(^|;)(color|background-color):/.test(inline ?? ''),
  )
  expect(coloured.length).toBeGreaterThan(10)
  for (const [element] of coloured) {
    const [, name] = /class="ll-(\w+)"/.exec(element) ?? []
    const selector = name === undefined ? '.ll-page td {' : `.ll-${name}`
    expect(element.startsWith('<td') || name !== undefined, element).toBe(true)
    expect(style, element).toContain(selector)
  }
})

it('the mail layout never breaks a line within "E-Mail", and copied text keeps the word unchanged', () => {
  const brand = { name: 'Letterlend', logo: null, ...PRESET_COLOURS }
  const html = drawMail(
    createElement(MailLayout, {
      legalLinks: [],
      texts: {
        ...ALL,
        heading: 'Neue E-Mail-Adresse',
        body: ['Antworte auf diese E-Mail.'],
        warning: 'Une adresse e-mail.',
        reply: 'By e-mail.',
        note: 'Cet e-mail.',
        footer: 'E-mails.',
      },
      lang: 'de',
      brand,
      publicUrl: 'https://lend.example',
    }),
  )
  const whole = [...html.matchAll(/<span style="white-space:nowrap">([^<]*)<\/span>/g)]
  expect(whole.map(([, word]) => word)).toEqual([
    'E-Mail',
    'E-Mail',
    'e-mail',
    'e-mail',
    'e-mail',
    'E-mails',
  ])
  expect(toPlainText(html)).toContain('Antworte auf diese E-Mail.')
})

it('the mail layout is rendered without an asynchronous context, which would outlive the call', () => {
  const begin = vi.spyOn(AsyncLocalStorage.prototype, 'run')
  const brand = { name: 'Letterlend', logo: null, ...PRESET_COLOURS }
  const publicUrl = 'https://lend.example'
  const html = drawMail(
    createElement(MailLayout, { legalLinks: [], texts: ALL, lang: 'en', brand, publicUrl }),
  )
  expect(html).toMatch(/^<!DOCTYPE html [^>]*><html .*Thank you!.*<\/html>$/s)
  expect(html).not.toContain('<!--$-->')
  expect(begin).not.toHaveBeenCalled()
})

it('the mail layout omits the button’s address and the reason for the mail in a short mail', () => {
  const brand = { name: 'Letterlend', logo: null, ...PRESET_COLOURS }
  const { footer: _, ...texts } = ALL
  const textOf = (shown: MailTexts) =>
    toPlainText(
      drawMail(
        createElement(MailLayout, {
          legalLinks: [],
          texts: shown,
          lang: 'en',
          brand,
          publicUrl: 'https://lend.example',
        }),
      ),
    )
  const address = 'This is its address'
  expect(textOf(ALL)).toContain(address)
  expect(textOf(ALL)).toContain('Why you get this.')
  const short = textOf({ ...texts, isShort: true })
  expect(short).not.toContain(address)
  // The buttons keep their URLs, also in plain text.
  expect(short).toContain('https://lend.example/b')
  expect(short).toContain('No more of these')
})
