import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementStyle,
} from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { withinLimit } from './provider-limit.ts'
import { startStripe } from './stripe-script.ts'

export type CardPart = 'number' | 'expiry' | 'cvc'

export interface CardFields {
  stripe: Stripe
  parts: {
    number: StripeCardNumberElement
    expiry: StripeCardExpiryElement
    cvc: StripeCardCvcElement
  }
}

/** Stripe's fields are in frames without our stylesheet and fonts, so they get our colours from here. */
function styleNow(): StripeElementStyle {
  const ours = getComputedStyle(document.documentElement)
  const colour = (name: string) => ours.getPropertyValue(name).trim()
  return {
    base: {
      color: colour('--ll-ink'),
      iconColor: colour('--ll-ink'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '17px',
      '::placeholder': { color: colour('--ll-muted') },
    },
    invalid: { color: colour('--ll-danger'), iconColor: colour('--ll-danger') },
  }
}

function createFields(stripe: Stripe): CardFields {
  const elements = stripe.elements({ locale: currentLanguage() })
  const style = styleNow()
  return {
    stripe,
    parts: {
      number: elements.create('cardNumber', { style, showIcon: true }),
      expiry: elements.create('cardExpiry', { style }),
      cvc: elements.create('cardCvc', { style }),
    },
  }
}

interface Readying {
  on(event: 'ready', handler: () => void): unknown
}

/** Resolves once all three fields are ready. Each is a page of Stripe's in a frame, which may be blocked, too. */
function allReady({ parts }: CardFields): Promise<unknown> {
  return Promise.all(
    Object.values(parts).map(
      (part: Readying) => new Promise<void>((resolve) => part.on('ready', resolve)),
    ),
  )
}

/** Stripe's card fields once they have loaded; `failed` if the script or the fields do not load; null before. */
export function useCardFields(publishableKey: string): CardFields | 'failed' | null {
  const [fields, setFields] = useState<CardFields | 'failed' | null>(null)

  useEffect(() => {
    let hasLeft = false
    let createdFields: CardFields | null = null
    const repaint = () => {
      for (const part of Object.values(createdFields?.parts ?? {}))
        part.update({ style: styleNow() })
    }
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', repaint)
    startStripe(publishableKey)
      .then((stripe) => {
        if (hasLeft) return
        createdFields = createFields(stripe)
        setFields(createdFields)
        return withinLimit(allReady(createdFields))
      })
      .catch(() => hasLeft || setFields('failed'))
    return () => {
      hasLeft = true
      dark.removeEventListener('change', repaint)
      for (const part of Object.values(createdFields?.parts ?? {})) part.destroy()
    }
  }, [publishableKey])

  return fields
}
