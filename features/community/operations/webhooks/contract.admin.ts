import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { DELIVERY_FAILURES, DELIVERY_STATES, WEBHOOK_EVENTS } from './webhook-events.ts'

/** Deliveries in the log of a webhook. */
export const SHOWN_DELIVERIES = 50
/** Days for which requests are signed with the secret before a rotation as well. */
export const PREVIOUS_SECRET_DAYS = 7
/** Maximum per community. */
export const MAX_WEBHOOKS = 20

export const newWebhookSchema = z.object({
  url: z.url(VALIDATION.invalid).max(500, VALIDATION.tooLong),
  events: z.array(z.enum(WEBHOOK_EVENTS, VALIDATION.invalid)).min(1, VALIDATION.invalid).max(20),
})
export type NewWebhook = z.infer<typeof newWebhookSchema>

export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: z.iso.datetime(),
  /** The first of the failed attempts since the last success; null if the last attempt was one. */
  failing_since: z.iso.datetime().nullable(),
  /** Null: it is on. */
  off_since: z.iso.datetime().nullable(),
})
export type Webhook = z.infer<typeof webhookSchema>

export const deliverySchema = z.object({
  id: z.uuid(),
  event: z.enum(WEBHOOK_EVENTS),
  created_at: z.iso.datetime(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  tried_at: z.iso.datetime().nullable(),
  /** Status of the last response; null if there was none. */
  status: z.int().nullable(),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
})
export type Delivery = z.infer<typeof deliverySchema>

/** What a test of an address has shown. */
export const webhookTestSchema = z.object({
  /** Null: the address has accepted it. */
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  /** Status of the response; null if there was none. */
  status: z.int().nullable(),
  /** Milliseconds until the response or the failure. */
  took_ms: z.int(),
})
export type WebhookTest = z.infer<typeof webhookTestSchema>

export const webhookSecretSchema = z.object({
  secret: z.string(),
  /** Until when requests carry a second signature, made with the previous secret; null without one. */
  previous_until: z.iso.datetime().nullable(),
})
export type WebhookSecret = z.infer<typeof webhookSecretSchema>

const ofId = z.object({ id: z.uuid(VALIDATION.invalid) })

export const webhooksApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/webhooks',
    summary: 'Lists the webhooks, oldest first',
    access: 'back_office',
    status: 200,
    answer: z.array(webhookSchema),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/admin/webhooks/create',
    summary: 'Adds an https address that is told of events from now on',
    access: 'back_office',
    freshProof: true,
    body: newWebhookSchema,
    status: 201,
    answer: webhookSchema,
    errors: ['validation', 'too_many_webhooks'],
  },
  secret: {
    method: 'GET',
    path: '/admin/webhooks/secret',
    summary: 'Returns the secret with which the requests of a webhook are signed',
    access: 'back_office',
    freshProof: true,
    query: ofId,
    status: 200,
    answer: webhookSecretSchema,
    errors: ['not_found'],
  },
  rotate: {
    method: 'POST',
    path: '/admin/webhooks/rotate',
    summary: `Makes a new secret; requests are signed with the old one as well for ${PREVIOUS_SECRET_DAYS} days, or no longer with at_once`,
    access: 'back_office',
    freshProof: true,
    body: ofId.extend({ at_once: z.boolean(VALIDATION.invalid) }),
    status: 200,
    answer: webhookSecretSchema,
    errors: ['validation', 'not_found'],
  },
  test: {
    method: 'POST',
    path: '/admin/webhooks/test',
    summary:
      'Sends a test to the address at once, also while the webhook is off; it is not in the log',
    access: 'back_office',
    body: ofId,
    status: 200,
    answer: webhookTestSchema,
    errors: ['validation', 'not_found'],
  },
  switch: {
    method: 'POST',
    path: '/admin/webhooks/switch',
    summary: 'Switches a webhook off or on; events while it is off are not sent later',
    access: 'back_office',
    body: ofId.extend({ on: z.boolean(VALIDATION.invalid) }),
    status: 200,
    answer: webhookSchema,
    errors: ['validation', 'not_found'],
  },
  remove: {
    method: 'POST',
    path: '/admin/webhooks/remove',
    summary: 'Removes a webhook with its log',
    access: 'back_office',
    body: ofId,
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  deliveries: {
    method: 'GET',
    path: '/admin/webhooks/deliveries',
    summary: `Lists the last ${SHOWN_DELIVERIES} deliveries of a webhook, newest first`,
    access: 'back_office',
    query: ofId,
    status: 200,
    answer: z.array(deliverySchema),
    errors: ['not_found'],
  },
  resend: {
    method: 'POST',
    path: '/admin/webhooks/resend',
    summary: 'Sends a delivery again, with the same id',
    access: 'back_office',
    body: ofId,
    status: 200,
    answer: deliverySchema,
    errors: ['validation', 'not_found', 'conflict'],
  },
})
