/**
 * zod reads these settings when it loads. Otherwise it tests whether it may compile code from text, which our
 * Content-Security-Policy forbids and browsers report.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
