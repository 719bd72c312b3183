import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { productsApi } from '../contract.ts'
import {
  CACHED_PRODUCTS,
  findProduct,
  listProducts,
  presentProduct,
  seedProducts,
} from './products.queries.ts'

function addProductRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(
    app,
    deps,
    'products',
    productsApi,
    {
      list: () => listProducts(orm),

      async byId({ query }) {
        const product = await findProduct(orm, query.product_id)
        if (!product) throw new AppError('not_found')
        return presentProduct(product)
      },
    },
    {},
    { list: deps.announcedCaches.create(CACHED_PRODUCTS, 'no-cache') },
  )
}

export const products: Feature = {
  name: 'products',
  fill: seedProducts,
  routes: addProductRoutes,
}
