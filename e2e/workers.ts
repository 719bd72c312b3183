/**
 * Tests at a time. Each has visitors, letterboxes and, where it stops one, a server of its own. Two cores
 * are half idle with two of them: much of the time a test waits for a process or a page.
 */
export const WORKERS = 3
