import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/storefront/home.tsx'),
  route('products', 'routes/storefront/products.tsx'),
  route('product/:id', 'routes/storefront/product.tsx'),
  route('cart', 'routes/checkout/cart.tsx'),
  route('checkout', 'routes/checkout/checkout.tsx'),
  route('checkout/success', 'routes/checkout/success.tsx'),
  route('auth/callback', 'routes/auth/callback.tsx'),
  route('auth/signin', 'routes/auth/signin.tsx'),
  route('auth/signup', 'routes/auth/signup.tsx'),
  route('auth/reset-password', 'routes/auth/reset-password.tsx'),
  route('auth/signout', 'routes/auth/signout.tsx'),
  route('profile', 'routes/account/profile.tsx'),
  route('orders', 'routes/account/orders.tsx'),
  route('orders/:id', 'routes/account/order.tsx'),
  route('demo/kit', 'routes/demo/kit.tsx'),
  route('demo/mailbox', 'routes/demo/mailbox.tsx'),
] satisfies RouteConfig
