// @ts-check

import { encoding } from './chapters/v01-encoding.mjs'
import { validation } from './chapters/v02-validation.mjs'
import { frontend } from './chapters/v03-frontend.mjs'
import { api } from './chapters/v04-api.mjs'
import { files } from './chapters/v05-files.mjs'
import { authentication } from './chapters/v06-authentication.mjs'
import { sessions } from './chapters/v07-sessions.mjs'
import { authorization } from './chapters/v08-authorization.mjs'
import { tokens } from './chapters/v09-tokens.mjs'
import { oauth } from './chapters/v10-oauth.mjs'
import { cryptography } from './chapters/v11-cryptography.mjs'
import { communication } from './chapters/v12-communication.mjs'
import { configuration } from './chapters/v13-configuration.mjs'
import { data } from './chapters/v14-data.mjs'
import { coding } from './chapters/v15-coding.mjs'
import { logging } from './chapters/v16-logging.mjs'
import { webrtc } from './chapters/v17-webrtc.mjs'

/**
 * Every requirement of OWASP ASVS 5.0.0 of the levels 1 and 2, and those of level 3 that are met or do not apply, in the
 * order of the standard. docs/asvs.md is made of it.
 * @type {readonly import('./row.mjs').Row[]}
 */
export const TABLE = [
  encoding,
  validation,
  frontend,
  api,
  files,
  authentication,
  sessions,
  authorization,
  tokens,
  oauth,
  cryptography,
  communication,
  configuration,
  data,
  coding,
  logging,
  webrtc,
].flat()
