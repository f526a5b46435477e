/**
 * The subset of react-router that remotes use. Imported from here, so that the page has one router and ships only this part of it
 * (docs/adr/0003-shared-entry-points.md).
 */
export {
  createBrowserRouter,
  matchPath,
  Link,
  Navigate,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
  type RouteObject,
} from 'react-router-dom';
export { useSearchParams } from './useSearchParams';
