/** What a person can act on: its message is the sentence that is shown. */
export class BackupError extends Error {
  /** Why nothing could be kept where backups go; undefined for all else. */
  readonly keeping: 'disk_full' | 'folder' | undefined

  constructor(message?: string, options: ErrorOptions & { keeping?: 'disk_full' | 'folder' } = {}) {
    super(message, options)
    this.keeping = options.keeping
  }
}
