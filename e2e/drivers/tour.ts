import type { Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** The tour that explains parts of the screen to newcomers. */
export class Tour {
  constructor(readonly visitor: Visitor) {}

  words(key: string): Locator {
    return this.visitor.page.getByRole('dialog', { name: this.visitor.t(`tours:${key}.title`) })
  }

  button(key: string): Locator {
    const { page, t } = this.visitor
    return page.getByRole('button', { name: t(`tours:${key}`), exact: true })
  }

  /** Whether the explanation covers any part of what it explains. */
  async covers(words: Locator, explained: Locator): Promise<boolean> {
    const [a, b] = [await words.boundingBox(), await explained.boundingBox()]
    if (!a || !b) throw new Error('Nothing to be seen')
    const apart =
      a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
    return !apart
  }
}
