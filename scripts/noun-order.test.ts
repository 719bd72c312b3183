import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, listFiles } from './imports.mjs'
import { mayKnow, NOUNS, nounOf } from './noun-order.mjs'

const FEATURES = join(import.meta.dirname, '..', 'features')

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** Imports between nouns in production code. */
const imports = listFiles('features')
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
  .flatMap((from) => [...new Set(importsOf(from))].map((to) => ({ from, to })))
  .map((each) => ({ ...each, noun: nounOf(each.from) ?? '', other: nounOf(each.to) ?? '' }))
  .filter(({ noun, other }) => other !== '' && noun !== other)

it('every folder of features/<area>/ is a noun of scripts/noun-order.mjs', () => {
  const folders = readdirSync(FEATURES).flatMap((area) =>
    readdirSync(join(FEATURES, area)).map((noun) => `${area}/${noun}`),
  )
  expect(folders.sort()).toEqual([...NOUNS].sort())
})

it('a noun imports only those before it: let a page of app/web put the two together, ask a question (platform/server/questions.ts), or move the part to the noun that needs it', () => {
  expect(imports.length).toBeGreaterThan(1000)
  const upward = imports.filter(({ noun, other }) => !mayKnow(noun, other))
  expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

it('the README of a noun lists the nouns it rests on', () => {
  const wrong = NOUNS.flatMap((noun) => {
    const others = imports.filter((each) => each.noun === noun).map(({ other }) => other)
    const names = NOUNS.filter((other) => others.includes(other))
    const right = `Rests on: ${names.map((name) => name.split('/')[1]).join(', ') || 'no other noun'}.`
    const readme = readFileSync(join(FEATURES, noun, 'README.md'), 'utf8').replace(/,\n/g, ', ')
    return readme.includes(`\n${right}\n`) ? [] : [`features/${noun}/README.md: ${right}`]
  })
  expect(wrong).toEqual([])
})
