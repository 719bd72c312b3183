import type { Api } from './api.ts'
import { solveCaptcha } from './captcha.ts'

export interface StoredOrder {
  id: string
  refno: string
  product: { id: number }
}

const CUSTOMER = {
  firstname: 'Rosa',
  lastname: 'Probst',
  email: 'rosa@neighbours.example',
  address: 'Hohlstrasse 40',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'de',
}

/** Stores an order, by default of two sheets of stickers; without a token it is a guest's. */
export async function storeOrder(
  api: Api,
  {
    token,
    ...fields
  }: {
    token?: string
    product_id?: number
    amount?: number
    address?: string
    postcode?: string
  } = {},
): Promise<StoredOrder> {
  const { captcha } = await api.get<{ captcha: boolean }>('/config')
  const solution =
    captcha && !token ? await solveCaptcha(await api.get('/captcha/challenge')) : undefined
  const { order_info } = await api.post<{ order_info: StoredOrder }>(
    '/orders/store',
    { ...CUSTOMER, amount: 2, ...fields, ...(solution && { captcha: solution }) },
    token,
  )
  return order_info
}
