import type { Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** The dialog for borrowing an item. */
export class BorrowDialog {
  constructor(readonly visitor: Visitor) {}

  get dialog(): Locator {
    return this.visitor.page.getByRole('dialog')
  }
  get registerLink(): Locator {
    return this.dialog.getByRole('link', { name: this.visitor.t('borrow:loggedOut.register') })
  }
  get logInLink(): Locator {
    return this.dialog.getByRole('link', { name: this.visitor.t('borrow:loggedOut.logIn') })
  }
  get switchMessagingOn(): Locator {
    return this.dialog.getByRole('button', { name: this.visitor.t('borrow:messagingOff.action') })
  }
  get message(): Locator {
    return this.dialog.getByLabel(this.visitor.t('borrow:message'))
  }
  day(preset: 'today' | 'tomorrow' | 'weekend' | 'any'): Locator {
    return this.dialog.getByRole('button', { name: this.visitor.t(`days:${preset}`) })
  }
  get send(): Locator {
    return this.dialog.getByRole('button', { name: this.visitor.t('borrow:send') })
  }
  get toConversation(): Locator {
    return this.visitor.page.getByRole('link', { name: this.visitor.t('borrow:toConversation') })
  }
}
