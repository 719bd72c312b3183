/**
 * Read by zod when it is loaded. By itself it tries whether it may compile code from text, which
 * our Content-Security-Policy refuses and every browser then reports.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
