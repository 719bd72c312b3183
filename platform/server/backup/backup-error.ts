/** What a person can act on: its message is the sentence that is shown. */
export class BackupError extends Error {}
