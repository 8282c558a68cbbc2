import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** Renders a view at a path to static HTML. */
export function renderHtml(view: ReactNode, path = '/'): string {
  const router = createMemoryRouter([{ path: '*', element: view }], { initialEntries: [path] })
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

/** Renders a route's component with the data of its loader to HTML. */
export function renderRoute(route: unknown, loaderData: unknown, path: string): string {
  return renderHtml(createElement(route as FunctionComponent<{ loaderData: unknown }>, { loaderData }), path)
}
