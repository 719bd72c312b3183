// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.mjs'

/**
 * The examples in one language on a page, in order.
 * @param {string} page below docs/
 * @param {string} language written after the three backticks
 */
export function examplesOf(page, language) {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8')
  const blocks = text.matchAll(/^```(\w+)\n(.*?)^```/gms)
  return [...blocks].filter(([, name]) => name === language).map(([, , example = '']) => example)
}

/** Location of the certificate in the example. */
const CERTIFICATE = '/etc/letsencrypt/live/lend.example.org'

/**
 * The nginx site of docs/operation.md as a complete configuration that runs without root and leaves the rest of the
 * site unchanged.
 * @param {{ folder: string, ports: { http: number, https: number }, upstreams?: number[] }} machine `folder` holds
 *   fullchain.pem and privkey.pem; `upstreams`: ports of the two servers, those of the page where they are left out
 */
export function nginxConfiguration({ folder, ports, upstreams = [3001, 3002] }) {
  const sites = examplesOf('operation.md', 'nginx')
  if (sites.length !== 1) throw new Error(`docs/operation.md has ${sites.length} sites for nginx`)
  const [first, second] = upstreams
  const site = (sites[0] ?? '')
    .replaceAll(CERTIFICATE, folder)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${ports.http};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${ports.https} `)
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; ${places}
${site}
}
`
}
