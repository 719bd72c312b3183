import { expect, it } from 'vitest'
import { KEPT_ANSWER, KEPT_PAGE } from '../../data/map-age.ts'
import {
  isAppScreen,
  KEPT,
  KEPT_FILES,
  markKept,
  markKeptPage,
  mayBeKept,
  withoutIdentity,
} from './kept-answers.ts'
import { savesData } from './saves-data.ts'

const isKept = (path: string) => [...KEPT, ...KEPT_FILES].some(({ matches }) => matches(path))

it('the cache may contain what the public map is drawn from', () => {
  for (const path of [
    '/api/v1/config',
    '/api/v1/items',
    '/api/v1/letterboxes/tiles/15/17160/11476',
    '/api/v1/letterboxes/stickerCounts',
    '/img/stickers/drill.svg',
    '/assets/nunito-sans-latin-ext-wght-normal-BzFMHfZw.woff2',
    '/basemap/streets/14/8625/5753.mvt',
    '/basemap/fine-30-19.json',
  ]) {
    expect(isKept(path), path).toBe(true)
  }
})

it('the cache contains no account data, nothing that names an owner, and no file of the app twice', () => {
  for (const path of [
    '/api/v1/users/userinfo',
    '/api/v1/auth/loginWithToken',
    '/api/v1/transactions',
    '/api/v1/events',
    '/api/v1/letterboxes',
    '/api/v1/letterboxes/getLetterboxById',
    '/api/v1/letterboxes/resellers',
    '/api/v1/items/getAllItemsByLetterboxId',
    '/img/stickers/../../api/v1/users/userinfo',
    '/dev/mail',
    '/basemap/streets.json',
    '/basemap/streets/14/8625/5753.mvt/x',
    '/basemap/index.json',
    '/basemap/switzerland.json',
    '/assets/nunito-sans-latin-wght-normal-BzFMHfZw.woff2',
  ]) {
    expect(isKept(path), path).toBe(false)
  }
})

it('a request for the cache carries no identity', () => {
  const request = withoutIdentity(
    new Request('https://lend.example.org/api/v1/items', {
      headers: { Authorization: 'Bearer secret' },
    }),
  )
  expect(request.headers.has('authorization')).toBe(false)
  expect(request.credentials).toBe('omit')
})

it('the cache contains no response that is private, failed or requested with a token', () => {
  const request = new Request('https://lend.example.org/api/v1/items')
  const requestWithToken = new Request(request, { headers: { Authorization: 'Bearer secret' } })
  const answer = (cacheControl: string, status = 200) =>
    new Response('{}', { status, headers: { 'cache-control': cacheControl } })
  expect(mayBeKept(request, answer('public, max-age=15'))).toBe(true)
  expect(mayBeKept(request, answer('no-store'))).toBe(false)
  expect(mayBeKept(request, answer('private, max-age=15'))).toBe(false)
  expect(mayBeKept(request, answer('public', 404))).toBe(false)
  expect(mayBeKept(requestWithToken, answer('public'))).toBe(false)
})

it('a cached response is marked and keeps its date', async () => {
  const keptAnswer = markKept(
    new Response('[1]', { headers: { date: 'Sat, 21 Nov 2026 08:00:00 GMT' } }),
  )
  expect(keptAnswer.headers.has(KEPT_ANSWER)).toBe(true)
  expect(keptAnswer.headers.get('date')).toBe('Sat, 21 Nov 2026 08:00:00 GMT')
  expect(await keptAnswer.json()).toEqual([1])
})

it('a cached page is marked', async () => {
  const keptPage = await markKeptPage(
    new Response('<!doctype html>\n<html lang="de">', { headers: { 'content-type': 'text/html' } }),
  )
  expect(keptPage.headers.get('content-type')).toBe('text/html')
  expect(await keptPage.text()).toBe(`<!doctype html>\n<html ${KEPT_PAGE} lang="de">`)
})

it('screens of the app open offline, and other pages do not', () => {
  for (const path of [
    '/',
    '/map',
    '/map/letterbox/1b',
    '/auth/login',
    '/developers',
    '/order',
    '/order/StepTwo',
  ]) {
    expect(isAppScreen(path), path).toBe(true)
  }
  for (const path of [
    '/api/docs',
    '/dev/mail',
    '/help',
    '/help/de/',
    '/embed',
    '/readyz',
    '/service-worker.js',
    '/order/stepfour',
    '/order/payment',
  ]) {
    expect(isAppScreen(path), path).toBe(false)
  }
})

it('data saving is detected if the browser reports it', () => {
  expect(savesData({ connection: { saveData: true } })).toBe(true)
  expect(savesData({ connection: { saveData: false } })).toBe(false)
  expect(savesData({})).toBe(false)
})
