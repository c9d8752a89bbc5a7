// node_modules/preact/dist/preact.mjs
var e, t, n, r, i, a, o, s, c, l, u, d, f = Symbol.for("pv"), p = {}, m = [], h = /^m(i|n|o|s|text|space)$/, g = Array.isArray, _ = m.slice, v = Object.assign;
function y(e) {
	e && e.parentNode && e.remove();
}
function b(e, t, n) {
	var r, i, a, o = {}, s = arguments.length;
	for (a in t) a == "key" ? r = t[a] : a == "ref" && typeof e != "function" ? i = t[a] : o[a] = t[a];
	return s > 2 && (o.children = s > 3 ? _.call(arguments, 2) : n), x(e, o, r, i, null);
}
function x(n, r, i, a, o) {
	var s = {
		type: n,
		props: r,
		key: i,
		ref: a,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: f,
		__v: o || ++t,
		__i: -1,
		__u: 0
	};
	return !o && e.vnode && e.vnode(s), s;
}
function S(e) {
	return e.children;
}
function C(e, t) {
	this.props = e, this.context = t, this.__g = 0;
}
function w(e, t) {
	if (t == null) return e.__ && w(e.__, e.__i + 1);
	for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e;
	return typeof e.type != "function" || e.props.__P ? null : w(e);
}
function T(t) {
	var n, r = t.__v, i = r.__e, a = [], o = [], s = t.__P;
	s && ((n = v({ constructor: f }, r)).__v = r.__v + 1, e.vnode && e.vnode(n), I(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || w(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, z(a, n, o), r.__ = r.__e = null, n.__e != i && E(n));
}
function E(e) {
	if ((e = e.__) && e.__c && !e.props.__P) return e.__e = null, e.__k.some(function(t) {
		return t && (e.__e = t.__e);
	}), E(e);
}
function D(t) {
	(8 & t.__g || (t.__g |= 8, r.push(t), a++)) && i == e.debounceRendering || ((i = e.debounceRendering) || queueMicrotask)(O);
}
function O() {
	try {
		for (var e, t = 1; r.length;) r.length > t && r.sort(o), e = r.shift(), t = r.length, 8 & e.__g && T(e);
	} finally {
		(a = r.length) && (i || queueMicrotask)(O);
	}
}
function k(e, t, n, r, i, a, o, s, c, l, u) {
	var d, f, h, g, _, v, y = r.__k || m, b = t.length;
	for (c = A(n, t, y, c, b), d = 0; d < b; d++) (h = n.__k[d]) != null && (f = ~h.__i && y[h.__i] || p, h.__i = d, v = I(e, h, f, i, a, o, s, c, l, u), g = h.__e, (f.ref != h.ref || 8 & f.__u) && (f.ref && B(f.ref, null, h, f), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = j(h, c, e, !f.__v), f.__e && (f.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
	return n.__e = _, c;
}
function A(e, t, n, r, i) {
	var a, o, s, c, l, u, d, p, m, h = n.length, _ = h, v = 0, y = 0, b = e.__k = Array(i);
	for (a = 0; a < i; a++) (o = t[a]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = b[a] = x(null, o) : g(o) ? o = b[a] = x(S, { children: o }) : o.constructor === f && o.__b ? o = b[a] = x(o.type, o.props, o.key, o.ref, o.__v) : b[a] = o, c = a + v, o.__ = e, o.__b = e.__b + 1, s = null, ~(l = o.__i = M(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)), s && s.__v ? (o.__u |= 16, l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, y = 1)) : (~l || (i > h ? v-- : i < h && v++), typeof o.type != "function" && (o.__u |= 4))) : b[a] = null;
	if (y) {
		for (u = [], d = [], a = 0; a < i; a++) if ((o = b[a]) && 16 & o.__u) {
			for (v = 0, p = u.length; v < p;) u[m = v + p >> 1] < o.__i ? v = m + 1 : p = m;
			u[v] = o.__i, d[a] = v + 1;
		}
		for (v = u.length; a--;) d[a] && (d[a] == v ? v-- : b[a].__u |= 4);
	}
	if (_) for (a = 0; a < h; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = w(s)), te(s, s));
	return r;
}
function j(e, t, n, r) {
	var i, a, o, s;
	if (typeof e.type == "function") {
		if (e.props.__P) return t;
		if (i = e.__k) for (a = 0; a < i.length; a++) i[a] && (i[a].__ = e, t = j(i[a], t, n, !1));
		return t;
	}
	for (t && !t.parentNode && (t = w(e)) && !t.parentNode && (t = null), o = e.__e, s = t; s && s.nodeType == 8;) s = s.nextSibling;
	for (o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function M(e, t, n, r) {
	var i, a = e.key, o = e.type, s = t[n], c = s && !(2 & s.__u);
	if (s === null && a == null || c && a == s.key && o == s.type) return n;
	if (r > +!!c) {
		for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
		for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
	}
	return -1;
}
function N(e, t, n) {
	n ??= "", t[0] == "-" ? e.setProperty(t, n) : e[t] = n;
}
function P(e, t, n, r, i) {
	var a, o;
	if (t == "style") {
		if (typeof n == "string") e.style.cssText = n;
		else {
			if (typeof r == "string" && (e.style.cssText = r = ""), r) for (t in r) n && t in n || N(e.style, t);
			if (n) for (t in n) r && n[t] == r[t] || N(e.style, t, n[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof n != "function" && (n = null), typeof r != "function" && (r = null), (e.__e ||= {})[t] = n, n && r || (o = u[t] || (u[t] = F(t)), (e.__a ||= {})[t] = l, a = t != (t = t.replace(c, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in e) try {
			e[t] = n ?? "";
			return;
		} catch {}
		if (typeof n == "function") return;
		n == null || !1 === n && t[4] != "-" ? e.removeAttribute(t) : e.setAttribute(t, t == "popover" && n == 1 ? "" : n);
	}
}
function F(t) {
	return function(n) {
		var r = this.__e;
		if (r) {
			if (r = r[t], n[s] == null) n[s] = l++;
			else if (n[s] < this.__a[t]) return;
			return r(e.event ? e.event(n) : n);
		}
	};
}
function I(t, n, r, i, a, o, s, c, l, u) {
	var d, p, h, _, b, x, T, E, D, O, A, j, M, N, P, F, I, z, B = n.type;
	if (n.constructor !== f) return null;
	128 & r.__u && (l = 32 & r.__u, d = r.__c.__z) && (n.__u |= l, p = o = [], d.nodeType == 8 ? c = L(d, o) : o.push(d), c = o[0] || c), (d = e.__b) && d(n);
	n: if (typeof B == "function") {
		h = s.length;
		try {
			if (E = n.props, D = (d = B.prototype) && d.render, O = (d = B.contextType) && i[d.__c], A = d ? O ? O.props.value : d.__ : i, (_ = r.__c) ? (n.__c = _, 2 & _.__g && (_.__g |= 1)) : (D ? n.__c = _ = new B(E, A) : (n.__c = _ = new C(E, A), _.constructor = B, _.render = ne), O && O.sub(_), _.state || (_.state = {}), _.__n = i, _.__g |= 8, _.__h = [], _.__k = []), D && (_.__s || (_.__s = _.state), B.getDerivedStateFromProps && (_.__s == _.state && (_.__s = v({}, _.__s)), v(_.__s, B.getDerivedStateFromProps(E, _.__s)))), b = _.props, x = _.state, _.__v = n, r.__c) {
				if (E !== b && D && !B.getDerivedStateFromProps && _.componentWillReceiveProps && _.componentWillReceiveProps(E, A), n.__v == r.__v && !(8 & _.__g) || !(4 & _.__g) && _.shouldComponentUpdate && !1 === _.shouldComponentUpdate(E, _.__s, A)) {
					n.__v != r.__v && (_.props = E, _.state = _.__s, _.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), m.push.apply(_.__h, _.__k), _.__k = [], _.__h.length && s.push(_), c = w(r);
					break n;
				}
				_.componentWillUpdate && _.componentWillUpdate(E, _.__s, A), D && _.componentDidUpdate && _.__h.push(function() {
					_.componentDidUpdate(b, x, T);
				});
			} else D && !B.getDerivedStateFromProps && _.componentWillMount && _.componentWillMount(), D && _.componentDidMount && _.__h.push(_.componentDidMount);
			_.context = A, _.props = E, _.__P = t, _.__g &= -5, j = e.__r, M = D ? 25 : 0;
			do
				_.__g &= -9, j && j(n), d = _.render(_.props, _.state = _.__s, _.context);
			while (8 & _.__g && ++M < 25);
			D && (m.push.apply(_.__h, _.__k), _.__k = []), _.state = _.__s, _.getChildContext && (i = v({}, i, _.getChildContext())), D && r.__c && _.getSnapshotBeforeUpdate && (T = _.getSnapshotBeforeUpdate(b, x)), N = d && d.type === S && d.key == null ? d.props.children : d, E.__P && (d = c, a = (t = E.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && te(e, e);
			}), r.__k = null), c = r.__k ? w(r, 0) : null), c = k(t, g(N) ? N : [N], n, r, i, a, o, s, c, l, u), E.__P && (n.__e = null, c = d), n.__u &= -161, p && p.some(y), _.__h.length && s.push(_), 1 & _.__g && (_.__g &= -4);
		} catch (t) {
			if (s.length = h, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(I = o.indexOf(c || void 0)) || (I = o.length); (z = o[I - 1]) && z.nodeType == 8;) I--;
						for (; I < o.length; I++) if (z = o[I]) {
							if (o[I] = null, P) {
								if (z == F) break;
							} else {
								if (z.nodeType != 8) break;
								z.data.startsWith("$s") && (F = L(P = z));
							}
						}
					}
					if (!P) {
						for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling;
						P = c;
					}
					(d = L(P = n.__c.__z || (n.__c.__z = P))) ? (n.__e = P, c = d) : n.__e = c, c &&= c.nextSibling;
				} else o && o.some(y);
			} else n.__e = r.__e;
			n.__k ||= r.__k || [], t && t.then || R(n), e.__e(t, n, r);
		}
	} else c = n.__e = ee(r.__e, n, r, i, a, o, s, l, u, t);
	return (d = e.diffed) && d(n), c;
}
function L(e, t) {
	if (e && e.nodeType == 8 && e.data.startsWith("$s")) for (var n = 1; e = e.nextSibling;) {
		if (e.nodeType == 8) {
			if (e.data.startsWith("$s")) n++;
			else if (e.data.startsWith("/$s") && !--n) return e;
		}
		t && t.push(e);
	}
}
function R(e) {
	e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(R));
}
function z(t, n, r) {
	for (var i = 0; i < r.length;) B(r[i++], r[i++], r[i++]);
	e.__c && e.__c(n, t), t.some(function(n) {
		try {
			t = n.__h, n.__h = [], t.some(function(e) {
				e.call(n);
			});
		} catch (t) {
			e.__e(t, n.__v);
		}
	});
}
function ee(t, n, r, i, a, o, s, c, l, u) {
	var d, f, m, v, b, x, S, C, T = r.props || p, E = n.props, D = n.type;
	if (D == "svg" ? a = "http://www.w3.org/2000/svg" : D == "math" ? a = "http://www.w3.org/1998/Math/MathML" : a ||= "http://www.w3.org/1999/xhtml", o) {
		for (d = 0; d < o.length; d++) if ((b = o[d]) && (D ? b.localName == D : b.nodeType == 3)) {
			t = b, o[d] = null;
			break;
		}
	}
	if (!t) {
		if (C = u.ownerDocument || document, !D) return C.createTextNode(E);
		t = C.createElementNS(a, D, E.is ? E : u), c &&= (e.__m && e.__m(n, o), !1), o = null;
	}
	if (D) {
		if (u = D == "template" && t.content || t, o = D == "textarea" && E.defaultValue != null ? null : o && _.call(u.childNodes), !c && o) for (T = {}, d = 0; d < t.attributes.length; d++) T[(b = t.attributes[d]).name] = b.value;
		for (d in T) b = T[d], d == "dangerouslySetInnerHTML" ? m = b : d == "children" || d in E || d == "value" && "defaultValue" in E || d == "checked" && "defaultChecked" in E || P(t, d, null, b, a);
		for (d in E) b = E[d], d == "children" ? v = b : d == "dangerouslySetInnerHTML" ? f = b : d == "value" ? x = b : d == "checked" ? S = b : c && typeof b != "function" || T[d] === b || P(t, d, b, T[d], a);
		f ? (c || m && (f.__html == m.__html || f.__html == t.innerHTML) || (t.innerHTML = f.__html), n.__k = []) : (m && (t.textContent = ""), (D == "foreignObject" || a == "http://www.w3.org/1998/Math/MathML" && h.test(D)) && (a = "http://www.w3.org/1999/xhtml"), k(u, g(v) ? v : [v], n, r, i, a, o, s, o ? o[0] : r.__k && w(r, 0), c, l), o && o.some(y)), c && D != "textarea" || (d = "value", D == "progress" && x == null ? t.removeAttribute(d) : x == null || x === t[d] && (D != "progress" || x) || P(t, d, x, T[d], a), d = "checked", S != null && S != t[d] && P(t, d, S, T[d], a));
	} else T === E || c && t.data == E || (t.data = E);
	return t;
}
function B(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e.__e(t, r);
	}
}
function te(t, n, r) {
	var i, a, o, s;
	if (e.unmount && e.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || B(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && te(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = L(i, o = [])) && (i == t.__e && o.some(y), y(a), y(i)), r || y(t.__e), t.__e = t.__c = t.__ = null;
}
function ne(e, t, n) {
	return this.constructor(e, n);
}
function re(e) {
	function t(e) {
		var n, r;
		return this.getChildContext || (n = /* @__PURE__ */ new Set(), (r = {})[t.__c] = this, this.getChildContext = function() {
			return r;
		}, this.shouldComponentUpdate = function(e) {
			this.props.value != e.value && n.forEach(function(e) {
				e.__g |= 4, D(e);
			});
		}, this.sub = function(e) {
			n.add(e);
			var t = e.componentWillUnmount;
			e.componentWillUnmount = function() {
				n.delete(e), t && t.call(e);
			};
		}), e.children;
	}
	return t.__c = "__cC" + d++, t.__ = e, t.Provider = (t.Consumer = function(e, t) {
		return e.children(t);
	}).contextType = t, t;
}
e = { __e: function(e, t, n, r) {
	for (var i, o, s; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((s = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(e)), i.componentDidCatch && (i.componentDidCatch(e, r || {}), s = 1), s && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			e = t;
		}
	}
	throw a = 0, e;
} }, t = 0, n = function(e) {
	return e != null && e.constructor === f;
}, C.prototype.setState = function(e, t) {
	var n = this.__s;
	n && n != this.state || (n = this.__s = v({}, this.state)), typeof e == "function" && (e = e(v({}, n), this.props)), e && (v(n, e), this.__v && (t && this.__k.push(t), D(this)));
}, C.prototype.forceUpdate = function(e) {
	this.__v && (this.__g |= 4, e && this.__h.push(e), D(this));
}, C.prototype.render = S, r = [], a = 0, o = function(e, t) {
	return e.__v.__b - t.__v.__b;
}, s = Symbol(), c = /(PointerCapture)$|Capture$/i, l = 0, u = {}, d = 0;
// node_modules/preact-render-to-string/dist/index.module.js
var ie = "__s", ae = "__c", oe = "__k", se = "__d", ce = "__s", le = /[\s\n\\/='"\0<>]/, ue = /^(xlink|xmlns|xml)([A-Z])/, de = /^(?:accessK|auto[A-Z]|cell|ch|col|cont|cross|dateT|encT|form[A-Z]|frame|hrefL|inputM|maxL|minL|noV|playsI|popoverT|readO|rowS|src[A-Z]|tabI|useM|item[A-Z])/, fe = /^ac|^ali|arabic|basel|cap|clipPath$|clipRule$|color|dominant|enable|fill|flood|font|glyph[^R]|horiz|image|letter|lighting|marker[^WUH]|overline|panose|pointe|paint|rendering|shape|stop|strikethrough|stroke|text[^L]|transform|underline|unicode|units|^v[^i]|^w|^xH/, pe = /* @__PURE__ */ new Set(["draggable", "spellcheck"]);
function me(e) {
	e.__g === void 0 ? e[se] = !0 : e.__g |= 8;
}
function he(e) {
	e.__g === void 0 ? e[se] = !1 : e.__g &= -9;
}
function ge(e) {
	return e.__g === void 0 ? !0 === e[se] : !!(8 & e.__g);
}
var _e = /["&<]/;
function ve(e) {
	if (e.length === 0 || !1 === _e.test(e)) return e;
	for (var t = 0, n = 0, r = "", i = ""; n < e.length; n++) {
		switch (e.charCodeAt(n)) {
			case 34:
				i = "&quot;";
				break;
			case 38:
				i = "&amp;";
				break;
			case 60:
				i = "&lt;";
				break;
			default: continue;
		}
		n !== t && (r += e.slice(t, n)), r += i, t = n + 1;
	}
	return n !== t && (r += e.slice(t, n)), r;
}
var ye = {}, be = /* @__PURE__ */ new Set(/* @__PURE__ */ "animation-iteration-count.border-image-outset.border-image-slice.border-image-width.box-flex.box-flex-group.box-ordinal-group.column-count.fill-opacity.flex.flex-grow.flex-negative.flex-order.flex-positive.flex-shrink.flood-opacity.font-weight.grid-column.grid-row.line-clamp.line-height.opacity.order.orphans.stop-opacity.stroke-dasharray.stroke-dashoffset.stroke-miterlimit.stroke-opacity.stroke-width.tab-size.widows.z-index.zoom".split(".")), xe = /[A-Z]/g;
function Se(e) {
	var t = "";
	for (var n in e) {
		var r = e[n];
		if (r != null && r !== "") {
			var i = n[0] == "-" ? n : ye[n] || (ye[n] = n.replace(xe, "-$&").toLowerCase()), a = ";";
			typeof r != "number" || i.startsWith("--") || be.has(i) || (a = "px;"), t = t + i + ":" + r + a;
		}
	}
	return t || void 0;
}
function Ce() {
	this.__d = !0;
}
function we(e, t) {
	return {
		__v: e,
		context: t,
		props: e.props,
		setState: Ce,
		forceUpdate: Ce,
		__d: !0,
		__h: []
	};
}
var Te = {}, Ee = [], De = Array.isArray, Oe = Object.assign, V = "", ke = "<!--$s-->", Ae = "<!--/$s-->";
function je(e) {
	return typeof e == "string" ? ke + e + Ae : De(e) ? (e.unshift(ke), e.push(Ae), e) : e && typeof e.then == "function" ? e.then(je) : ke + e + Ae;
}
function Me() {
	return {
		beforeDiff: e.__b,
		afterDiff: e.diffed,
		renderHook: e.__r,
		unmountHook: e.unmount,
		rootHook: e.__,
		commitHook: e.__c,
		catchError: e.__e,
		errorBoundaries: e.errorBoundaries
	};
}
function Ne(t) {
	var n = e[ie];
	e[ie] = !0;
	try {
		return t();
	} finally {
		e[ie] = n;
	}
}
function Pe(e, t, n) {
	var r = Me();
	try {
		var i = Ne(function() {
			var i, a = b(S, null);
			return a[oe] = [e], r.rootHook && r.rootHook(e, ((i = {})[oe] = a, i.nodeType = 1, i)), H(e, t || Te, !1, void 0, a, !1, n, r);
		});
		return De(i) ? i.join(V) : i;
	} catch (e) {
		throw e.then ? Error("Use \"renderToStringAsync\" for suspenseful rendering.") : e;
	} finally {
		r.commitHook && Ne(function() {
			return r.commitHook(e, Ee);
		}), Ee.length = 0;
	}
}
function Fe(e, t, n) {
	var r, i = e.type, a = !0;
	return e[ae] ? (a = !1, (r = e[ae]).state = r[ce]) : r = new i(e.props, t), e[ae] = r, r.__v = e, r.props = e.props, r.context = t, me(r), r.state ?? (r.state = Te), r[ce] ?? (r[ce] = r.state), i.getDerivedStateFromProps ? r.state = Oe({}, r.state, i.getDerivedStateFromProps(r.props, r.state)) : a && r.componentWillMount ? (r.componentWillMount(), r.state = r[ce] === r.state ? r.state : r[ce]) : !a && r.componentWillUpdate && r.componentWillUpdate(), n.renderHook && n.renderHook(e), r.render(r.props, r.state, t);
}
function H(e, t, r, i, a, o, s, c) {
	if (e == null || !0 === e || !1 === e || e === V) return V;
	var l = typeof e;
	if (l != "object") return l == "function" ? V : l == "string" ? ve(e) : e + V;
	if (De(e)) {
		var u, d = V;
		a[oe] = e;
		for (var f = e.length, p = 0; p < f; p++) {
			var m = e[p];
			if (m != null && typeof m != "boolean") {
				var h, g = H(m, t, r, i, a, o, s, c);
				typeof g == "string" ? d += g : (u ||= Array(f), d && u.push(d), d = V, De(g) ? (h = u).push.apply(h, g) : u.push(g));
			}
		}
		return u ? (d && u.push(d), u) : d;
	}
	if (!n(e)) return V;
	e.__ = a, c.beforeDiff && c.beforeDiff(e);
	var _ = e.type, v = e.props;
	if (typeof _ == "function") {
		var y, b, x, C = t;
		if (_ === S) {
			if ("tpl" in v) {
				for (var w, T = V, E = 0; E < v.tpl.length; E++) if (T += v.tpl[E], v.exprs && E < v.exprs.length) {
					var D = v.exprs[E];
					if (D == null) continue;
					if (typeof D == "object" && (n(D) || De(D))) {
						var O, k = H(D, t, r, i, e, o, s, c);
						typeof k == "string" ? T += k : (w ||= [], T && w.push(T), T = V, De(k) ? (O = w).push.apply(O, k) : w.push(k));
					} else T += D;
				}
				return w ? (T && w.push(T), w) : T;
			}
			if ("UNSTABLE_comment" in v) return "<!--" + ve(v.UNSTABLE_comment) + "-->";
			b = v.children;
		} else {
			if ((y = _.contextType) != null) {
				var A = t[y.__c];
				C = A ? A.props.value : y.__;
			}
			var j = _.prototype && typeof _.prototype.render == "function";
			if (j) b = Fe(e, C, c), x = e[ae];
			else {
				e[ae] = x = we(e, C);
				for (var M = 0; ge(x) && M++ < 25;) {
					he(x), c.renderHook && c.renderHook(e);
					try {
						b = _.call(x, v, C);
					} catch (t) {
						throw o && t && typeof t.then == "function" && (e._suspended = !0), t;
					}
				}
				me(x);
			}
			if (x.getChildContext != null && (t = Oe({}, t, x.getChildContext())), j && c.errorBoundaries && (_.getDerivedStateFromError || x.componentDidCatch)) {
				b = b != null && b.type === S && b.key == null && b.props.tpl == null ? b.props.children : b;
				try {
					return H(b, t, r, i, e, o, !1, c);
				} catch (n) {
					return _.getDerivedStateFromError && (x[ce] = _.getDerivedStateFromError(n)), x.componentDidCatch && x.componentDidCatch(n, Te), ge(x) ? (b = Fe(e, t, c), (x = e[ae]).getChildContext != null && (t = Oe({}, t, x.getChildContext())), H(b = b != null && b.type === S && b.key == null && b.props.tpl == null ? b.props.children : b, t, r, i, e, o, s, c)) : V;
				} finally {
					c.afterDiff && c.afterDiff(e), c.unmountHook && c.unmountHook(e);
				}
			}
		}
		b = b != null && b.type === S && b.key == null && b.props.tpl == null ? b.props.children : b;
		try {
			var N = H(b, t, r, i, e, o, s, c);
			return c.afterDiff && c.afterDiff(e), c.unmountHook && c.unmountHook(e), e._suspended ? je(N) : N;
		} catch (n) {
			if (!o && s && s.onError) {
				var P = function n(a) {
					return s.onError(a, e, function(e, a) {
						try {
							return Ne(function() {
								return H(e, t, r, i, a, o, s, c);
							});
						} catch (e) {
							return n(e);
						}
					});
				}(n);
				return P === void 0 ? (c.catchError && c.catchError(n, e), V) : P;
			}
			if (!o || !n || typeof n.then != "function") throw n;
			return n.then(function n() {
				try {
					var a = Ne(function() {
						return H(b, t, r, i, e, o, s, c);
					});
					return e._suspended ? je(a) : a;
				} catch (e) {
					if (!e || typeof e.then != "function") throw e;
					return e.then(n);
				}
			});
		}
	}
	var F, I = "<" + _, L = V;
	for (var R in v) {
		var z = v[R];
		if (typeof (z = Re(z) ? z.value : z) != "function" || R === "class" || R === "className") {
			switch (R) {
				case "children":
					F = z;
					continue;
				case "key":
				case "ref":
				case "__self":
				case "__source": continue;
				case "htmlFor":
					if ("for" in v) continue;
					R = "for";
					break;
				case "className":
					if ("class" in v) continue;
					R = "class";
					break;
				case "defaultChecked":
					R = "checked";
					break;
				case "defaultSelected":
					R = "selected";
					break;
				case "defaultValue":
				case "value":
					switch (R = "value", _) {
						case "textarea":
							F = z;
							continue;
						case "select":
							i = z;
							continue;
						case "option": i != z || "selected" in v || (I += " selected");
					}
					break;
				case "dangerouslySetInnerHTML":
					L = z && z.__html;
					continue;
				case "style":
					typeof z == "object" && (z = Se(z));
					break;
				case "acceptCharset":
					R = "accept-charset";
					break;
				case "httpEquiv":
					R = "http-equiv";
					break;
				default:
					if (le.test(R)) continue;
					ue.test(R) ? R = R.replace(ue, "$1:$2").toLowerCase() : R[4] !== "-" && !pe.has(R) || z == null ? r ? fe.test(R) && (R = R === "panose1" ? "panose-1" : R.replace(/([A-Z])/g, "-$1").toLowerCase()) : de.test(R) && (R = R.toLowerCase()) : z += V;
			}
			z != null && !1 !== z && (I = !0 === z || z === V ? I + " " + R : I + " " + R + "=\"" + ve(z + V) + "\"");
		}
	}
	if (le.test(_)) throw Error(_ + " is not a valid HTML tag name in " + I + ">");
	if (L || (typeof F == "string" ? L = ve(F) : F != null && !1 !== F && !0 !== F && (L = H(F, t, _ === "svg" || _ !== "foreignObject" && r, i, e, o, s, c))), c.afterDiff && c.afterDiff(e), c.unmountHook && c.unmountHook(e), !L && Ie.has(_)) return I + "/>";
	var ee = "</" + _ + ">", B = I + ">";
	return De(L) ? [B].concat(L, [ee]) : typeof L == "string" ? B + L + ee : [
		B,
		L,
		ee
	];
}
var Ie = /* @__PURE__ */ new Set([
	"area",
	"base",
	"br",
	"col",
	"command",
	"embed",
	"hr",
	"img",
	"input",
	"keygen",
	"link",
	"meta",
	"param",
	"source",
	"track",
	"wbr"
]), Le = Pe;
function Re(e) {
	return typeof e == "object" && !!e && typeof e.peek == "function" && "value" in e;
}
// generated/vocabulary/vocabulary.ts
var ze = {
	install_cohort: { label: "Install date" },
	platform: { label: "Platform" },
	network: { label: "Network" },
	campaign: { label: "Campaign" },
	country: { label: "Country" },
	spend: {
		label: "Spend",
		unit: "money",
		by: []
	},
	installs: {
		label: "Installs",
		unit: "count",
		by: ["roasType"]
	},
	cpi: {
		label: "CPI",
		unit: "money",
		by: ["roasType"]
	},
	revenue: {
		label: "Revenue",
		unit: "money",
		by: [
			"roasType",
			"revenueType",
			"dsi"
		]
	},
	ltv: {
		label: "LTV",
		unit: "money",
		by: [
			"roasType",
			"revenueType",
			"dsi"
		]
	},
	roas: {
		label: "ROAS",
		unit: "ratio",
		by: [
			"roasType",
			"revenueType",
			"dsi"
		]
	},
	profit: {
		label: "Profit",
		unit: "money",
		by: [
			"roasType",
			"revenueType",
			"dsi"
		]
	},
	organic_installs: {
		label: "Organic installs",
		unit: "count",
		by: []
	},
	payback: {
		label: "Payback",
		unit: "days",
		by: ["roasType", "revenueType"]
	},
	period_days: {
		label: "Days",
		unit: "count",
		by: []
	},
	actual_share: {
		label: "Actual share",
		unit: "share",
		by: ["dsi"]
	},
	covered_share: {
		label: "Covered share",
		unit: "share",
		by: ["dsi"]
	},
	target_roas: {
		label: "Target ROAS",
		unit: "ratio",
		by: [
			"roasType",
			"revenueType",
			"dsi"
		]
	}
}, Be = {
	goal: { budgetChange: 0 },
	maxStep: .2
}, Ve = {
	at: "trust",
	app: null
}, He = {
	at: "alerts",
	show: "open",
	app: null,
	network: null,
	direction: null,
	line: null
}, Ue = {
	platforms: [],
	networks: [],
	countries: [],
	campaigns: []
};
function We(e, t = {}) {
	return {
		at: "app",
		appId: e,
		from: null,
		to: null,
		compare: "previous",
		groupBy: "network",
		metric: "roas",
		filters: Ue,
		sort: null,
		panel: null,
		plan: null,
		open: null,
		...t
	};
}
function Ge(e) {
	if (e === null) return [];
	let { goal: t, maxStep: n } = e;
	return [["plan", "dailyBudget" in t ? t.dailyBudget : "targetRoas" in t ? `roas-${t.targetRoas}` : "same"], ["step", n === Be.maxStep ? null : n]];
}
function Ke(e) {
	let t = e.at === "app" ? Ye(e) : qe(e), n = new URLSearchParams(t.flatMap(([e, t]) => t === null ? [] : [[e, String(t)]]));
	return n.size === 0 ? "" : `?${n}`;
}
function qe(e) {
	return e.at === "today" ? [] : e.at === "trust" ? [["view", "trust"], ["app", e.app]] : [
		["view", "alerts"],
		["show", e.show === "open" ? null : e.show],
		["app", e.app],
		["network", e.network],
		["buys", e.direction],
		...Je(e.line)
	];
}
function Je(e) {
	return e === null || e === "none" ? [["line", e]] : [
		["open", e.campaign],
		["on", e.platform],
		["of", e.network],
		["in", e.appId]
	];
}
function Ye(e) {
	let { appId: t, filters: n, open: r } = e, i = (e, t) => t === e ? null : t;
	return [
		t === null ? ["view", "app"] : ["app", t],
		["from", e.from],
		["to", e.to],
		["against", i("previous", e.compare)],
		["by", i("network", e.groupBy)],
		["metric", i("roas", e.metric)],
		...n.platforms.map((e) => ["platform", e]),
		...n.networks.map((e) => ["network", e]),
		...n.countries.map((e) => ["country", e]),
		...n.campaigns.map((e) => ["campaign", e]),
		["sort", e.sort],
		["panel", e.panel],
		...Ge(e.plan),
		...r === null ? [] : [
			["open", r.campaign],
			["on", r.platform],
			["of", r.network],
			["in", r.country]
		]
	];
}
// node_modules/preact/hooks/dist/hooks.mjs
var Xe, U, Ze, Qe, $e = Object.is, et = 0, tt = [], nt = [], W = e, rt = W.__b, it = W.__r, at = W.diffed, ot = W.__c, st = W.unmount, ct = W.__;
function lt(e, t) {
	W.__h && W.__h(U, e, et || t), et = 0;
	var n = U.__H || (U.__H = {
		__: [],
		__h: []
	});
	return e >= n.__.length && n.__.push({}), n.__[e];
}
function ut(e) {
	return et = 1, dt(Ct, e);
}
function dt(e, t, n) {
	var r = lt(Xe++, 2);
	if (r.t = e, !r.__c && (r.__ = [n ? n(t) : Ct(void 0, t), function(e) {
		var t = (r.__N || r.__)[0], n = r.t(t, e);
		$e(t, n) || (r.__N = [n, r.__[1]], r.__c.setState({}));
	}], r.__c = U, !U.__f)) {
		U.__f = !0;
		var i = U.shouldComponentUpdate;
		U.shouldComponentUpdate = function(e, t, n) {
			var r = this.__H;
			if (!r) return !0;
			var a = !1, o = this.props != e;
			if (r.__.some(function(e) {
				e.__N && (a = !0, $e(e.__[0], e.__N[0]) || (o = !0));
			}), i) {
				var s = i.call(this, e, t, n);
				return a ? s || o : s;
			}
			return !a || o;
		};
	}
	return r.__;
}
function ft(e, t) {
	var n = lt(Xe++, 3);
	!W.__s && St(n.__H, t) && (n.__P = !0, n.__ = e, n.u = t, U.__H.__h.push(n));
}
function pt(e) {
	return et = 5, G(function() {
		return { current: e };
	}, []);
}
function G(e, t) {
	var n = lt(Xe++, 7);
	return St(n.__H, t) && (n.__ = e(), n.__H = t), n.__;
}
function mt(e, t) {
	return et = 8, G(function() {
		return e;
	}, t);
}
function ht(e) {
	var t = U.context[e.__c], n = lt(Xe++, 9);
	return n.c = e, t ? (n.__ ?? (n.__ = !0, t.sub(U)), t.props.value) : e.__;
}
function gt() {
	var e;
	do {
		for (; e = nt.shift();) try {
			bt(e);
		} catch (t) {
			W.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = tt.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(bt), t.__h.some(xt), t.__h = [];
			} catch (n) {
				t.__h = [], W.__e(n, e.__v);
			}
		}
	} while (nt.length);
}
W.__b = function(e) {
	U = null, rt && rt(e);
}, W.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), ct && ct(e, t);
}, W.__r = function(e) {
	it && it(e), Xe = 0;
	var t = (U = e.__c).__H;
	t && (Ze == U ? U.__h = [] : (t.__h.some(bt), t.__h.some(xt), Xe = 0), t.__h = [], t.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), Ze = U;
}, W.diffed = function(e) {
	at && at(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && yt(tt.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), Ze = U = null;
}, W.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(bt), e.__h = e.__h.filter(function(e) {
				return !e.__ || xt(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), ot && ot(e, t);
}, W.unmount = function(e) {
	st && st(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, yt(nt.push(r));
			} else bt(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && W.__e(t, r.__v));
};
var _t = typeof requestAnimationFrame == "function";
function vt(e) {
	var t, n = function() {
		clearTimeout(r), _t && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	_t && (t = requestAnimationFrame(n));
}
function yt(e) {
	e != 1 && Qe == W.requestAnimationFrame || ((Qe = W.requestAnimationFrame) || vt)(gt);
}
function bt(e) {
	var t = U, n = e.__c;
	typeof n == "function" && (e.__c = void 0, n()), U = t;
}
function xt(e) {
	var t = U;
	e.__c = e.__(), U = t;
}
function St(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !$e(t, e[n]);
	});
}
function Ct(e, t) {
	return typeof t == "function" ? t(e) : t;
}
// mcp/page/use-screen.ts
var wt = re(null), Tt = wt.Provider;
function Et() {
	return ht(wt);
}
function Dt(e) {
	return (t) => {
		t.button !== 0 || t.metaKey || t.ctrlKey || t.shiftKey || t.altKey || (t.preventDefault(), e());
	};
}
// server/analytics/targets.ts
function Ot(e) {
	let [t, n] = [0, 0];
	for (let { target: r, dailySpend: i } of e) r === null || r <= 0 || (t += i, n += i * r);
	return t > 0 ? n / t : null;
}
// server/model/camel-case.ts
function kt(e) {
	return e.replace(/_(.)/g, (e, t) => t.toUpperCase());
}
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var At = Symbol.for("pv"), jt = 0;
Array.isArray;
function K(t, n, r, i, a, o) {
	n ||= {};
	var s, c, l = n;
	if ("ref" in l && typeof t != "function") for (c in l = {}, n) c == "ref" ? s = n[c] : l[c] = n[c];
	var u = {
		type: t,
		props: l,
		key: r,
		ref: s,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: At,
		__v: --jt,
		__i: -1,
		__u: 0
	};
	return (a || o) && (u.__source = a, u.__self = o), e.vnode && e.vnode(u), u;
}
// server/analytics/step.ts
function Mt(e, { gain: t, gainLow: n }) {
	let { dailySpend: r, predictedRoas: i, targetRoas: a, optimisationLiveRoas: o, optimisationPacedRoas: s } = e, c = t ?? n;
	return c === null ? i === null || !a || !o || s === null ? 0 : r * Math.abs(i / a - 1) * Math.abs(s / o - 1) : c;
}
// mcp/views/parts/prose.tsx
function Nt({ children: e }) {
	return /* @__PURE__ */ K(S, { children: e.split(/([−+]\p{Sc}\S*|\S+\/day)/u).map((e, t) => t % 2 == 1 ? /* @__PURE__ */ K("span", {
		class: "nw",
		children: e
	}) : e) });
}
// mcp/views/parts/step-text.tsx
function Pt({ words: e }) {
	let t = e.indexOf(": ");
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("b", { children: t < 0 ? e : e.slice(0, t) }), t >= 0 && /* @__PURE__ */ K(Nt, { children: e.slice(t) })] });
}
// mcp/page/app/deciding.ts
function Ft(e, { roasType: t, revenueType: n }) {
	let r = e, i = (e) => r[kt(`${e}_${t}_${n}_roas`)] ?? null;
	return {
		predicted: i("predicted"),
		target: i("target")
	};
}
function It(e) {
	return (t) => {
		let { predicted: n, target: r } = Ft(t, e), i = n !== null && r !== null && r > 0 ? n / r : null, a = {
			...t,
			predictedRoas: n,
			targetRoas: r
		};
		return {
			...a,
			share: i,
			priority: Mt(a, t.step)
		};
	};
}
function Lt(e) {
	return Ot(e.map(({ targetRoas: e, dailySpend: t }) => ({
		target: e,
		dailySpend: t
	})));
}
// server/analytics/sums.ts
var Rt = 1e4;
function zt(e) {
	return Math.round(e * Rt);
}
function Bt(e, t) {
	let [n, r, i] = [
		0,
		0,
		0
	], a = Array.from({ length: t }, () => 0);
	for (let t of e) n += zt(t.spend), r += t.installs, i += t.organic, a.forEach((e, n) => {
		let r = t.revenue[n] ?? null;
		a[n] = e === null || r === null ? null : e + zt(r);
	});
	return {
		spend: n / Rt,
		installs: r,
		organic: i,
		revenue: a.map((e) => e === null ? null : e / Rt)
	};
}
function Vt(e, t) {
	let n = e.flatMap((e) => e.before ?? []);
	return {
		now: Bt(e.map(({ now: e }) => e), t),
		before: e.length > 0 && n.length === 0 ? null : Bt(n, t)
	};
}
function Ht({ spend: e, revenue: t }, n) {
	if (e <= 0) return null;
	let r = null;
	for (let [i, a] of n.entries()) {
		let n = t[i] ?? null;
		if (n !== null) {
			if (n >= e) return r === null ? a : Math.round((r.dsi + (e - r.amount) / (n - r.amount) * (a - r.dsi)) * 10) / 10;
			r = {
				dsi: a,
				amount: n
			};
		}
	}
	return null;
}
function Ut({ top: e, bottom: t }) {
	return e === null || t === 0 ? null : e / t;
}
var Wt = {
	cpi: ({ spend: e, installs: t }) => ({
		top: e,
		bottom: t
	}),
	ltv: ({ installs: e }, t) => ({
		top: t,
		bottom: e
	}),
	roas: ({ spend: e }, t) => ({
		top: t,
		bottom: e
	})
}, Gt = {
	spend: ({ spend: e }) => e,
	installs: ({ installs: e }) => e,
	organic_installs: ({ organic: e }) => e,
	revenue: (e, t) => t,
	profit: ({ spend: e }, t) => t === null ? null : t - e
};
function Kt(e) {
	return e in Gt;
}
function qt(e) {
	return e in Wt;
}
function Jt(e, t, n) {
	return Wt[e](t, Yt(t, n));
}
function Yt({ revenue: e }, { dsis: t, dsi: n }) {
	return e[t.indexOf(n)] ?? null;
}
function Xt(e, t, n) {
	return e === "payback" ? Ht(t, n.dsis) : qt(e) ? Ut(Jt(e, t, n)) : Gt[e](t, Yt(t, n));
}
function Zt(e) {
	let t = (t) => ({
		top: e.reduce((e, { [t]: { top: n } }) => e === null || n === null ? null : e + n, 0),
		bottom: e.reduce((e, { [t]: { bottom: n } }) => e + n, 0)
	}), [n, r] = [t("now"), t("before")], [i, a] = [Ut(n), Ut(r)], o = ({ top: e, bottom: t }, n) => t === 0 ? e / n.bottom : 0;
	return e.map((e) => {
		if (e.now.top === null || e.before.top === null || n.bottom === 0 || r.bottom === 0) return {
			mix: null,
			rate: null
		};
		let t = Ut(e.now) ?? Ut(e.before) ?? 0, s = Ut(e.before) ?? Ut(e.now) ?? 0, [c, l] = [e.now.bottom / n.bottom, e.before.bottom / r.bottom];
		return {
			mix: i === null || a === null ? null : (c - l) * ((s + t) / 2 - (i + a) / 2),
			rate: (l + c) / 2 * (t - s) + o(e.now, n) - o(e.before, r)
		};
	});
}
// mcp/page/app/causes.ts
function Qt(e, t) {
	if (e.some(({ pair: e }) => e.before === null)) return [];
	let { ratio: n } = t, r = n === null ? t.adds ? e.map(({ pair: e }) => $t(e, t)) : null : Zt(e.map(({ pair: e }) => ({
		now: n(e.now),
		before: n(e.before)
	})));
	return r === null || n !== null && r.every((e) => e?.mix === null) ? [] : e.map(({ name: e, label: i, pair: a }, o) => {
		let { rate: s = null, mix: c = null } = r[o] ?? {};
		return {
			name: e,
			label: i,
			now: t.of(a.now),
			before: t.of(a.before),
			rate: s,
			mix: n === null ? null : c,
			part: s === null ? null : s + (c ?? 0)
		};
	}).sort((e, t) => Math.abs(t.part ?? 0) - Math.abs(e.part ?? 0));
}
function $t({ now: e, before: t }, n) {
	let [r, i] = [n.of(e), n.of(t)];
	return r === null || i === null ? null : { rate: r - i };
}
function en(e, t) {
	let n = e.flatMap(({ [t]: e }) => e ?? []);
	return n.length === 0 ? null : n.reduce((e, t) => e + t, 0);
}
// mcp/words/isolate.ts
var tn = /[\u202a-\u202e\u2066-\u2069]/g;
function nn(e) {
	return `\u2068${e.replace(tn, "")}\u2069`;
}
function rn(e) {
	return e.split(/[\u2068\u2069]/);
}
// server/model/classification.ts
var an = 1e-9;
function on(e, t) {
	return Math.abs(e - 1) <= t + an ? "held" : e < 1 ? "below" : "above";
}
// server/model/dates.ts
var sn = 864e5;
function cn(e) {
	return Date.parse(`${e}T00:00:00Z`) / sn;
}
function q(e, t) {
	return (/* @__PURE__ */ new Date((cn(e) + t) * sn)).toISOString().slice(0, 10);
}
function ln(e, t) {
	return cn(t) - cn(e);
}
function un(e, t) {
	return t === "daily" ? e : t === "monthly" ? `${e.slice(0, 7)}-01` : q(e, -(((cn(e) + 3) % 7 + 7) % 7));
}
function dn(e) {
	return e.toISOString().slice(0, 10);
}
function fn(e) {
	let t = un(e, "monthly");
	return ln(t, un(q(t, 31), "monthly"));
}
function pn(e) {
	let t = un(q(un(e, "monthly"), -1), "monthly");
	return q(t, Math.min(Number(e.slice(8)), fn(t)) - 1);
}
function mn(e, { start: t, end: n }) {
	let r = Math.max(0, ln(t, n) + 1), i = (e) => ({
		start: e,
		end: q(e, r - 1)
	}), a = {
		previous: () => i(q(t, -r)),
		previous_month: () => r === 0 ? i(pn(t)) : {
			start: pn(t),
			end: pn(n)
		},
		previous_year: () => i(q(t, -364))
	}, [o, s] = e.split("..");
	return a[e]?.() ?? {
		start: o,
		end: s
	};
}
// server/analytics/interval.ts
function hn(e, t) {
	return {
		low: e / (1 + t),
		high: t < 1 ? e / (1 - t) : Infinity
	};
}
// mcp/words/step-words.ts
function gn(e, t) {
	let n = (yn[e.step.kind] ?? bn)(e, t), r = Cn(e.step, t);
	return r === null ? n : `${n}: ${r}`;
}
var _n = {
	more: "buys more",
	less: "buys less"
};
function vn(e) {
	return _n[e] ?? "no change";
}
var yn = {
	bid_target: ({ step: { from: e, to: t, direction: n }, optimisationDsi: r }, i) => `${t > e ? "Raise" : "Lower"} the D${r} ROAS target from ${i.roas(e)} to ${i.roas(t)}, which ${vn(n)}`,
	budget: ({ step: e }, t) => `${e.direction === "more" ? "Raise" : "Cut"} the daily budget by ${Sn(e, t)}`,
	test: ({ step: e }, t) => `Raise the daily budget by ${t.share(e.to / e.from - 1)} (${Sn(e, t)}) for 7 days to learn the response`,
	country: ({ step: e, country: t }, n) => `Spend ${Sn(e, n)} a day ${e.direction} in ${jn(t)} (${e.direction === "more" ? "" : "exclude it or "}give it a campaign of its own)`,
	keep: (e, t) => `Keep: ${xn(e, t)}`,
	check_data: (e, t) => `Check the data: ${xn(e, t)}`,
	stopped: () => "Stopped: it spends nothing any more"
}, bn = ({ step: { kind: e, reason: t } }) => (t ?? e).replaceAll("_", " ");
function xn(e, t) {
	return (En[e.step.reason] ?? bn)(e, t);
}
function Sn({ from: e, to: t }, n) {
	return n.money(Math.abs(t - e));
}
function Cn(e, t) {
	let { revenueChange: n, revenueChangeLow: r, revenueChangeHigh: i, gain: a, gainLow: o, gainHigh: s, bounds: c } = e;
	if (r === null || i === null) return null;
	let l = e.direction === "more", u = t.money(Math.abs(c ? l ? i : r : n)), d = u === t.money(0) ? `${l ? "brings" : "loses"} no revenue` : `${l ? "brings" : n !== null && n > 0 ? "adds" : "loses"} ${c ? "at most " : ""}${u} of revenue a day`, f = wn(o, s, t);
	return `${d}, so it is worth ${a === null ? `${f} a day at the target` : `${t.money(a)} a day at the target (${f} in 80% of cases)`}`;
}
function wn(e, t, n) {
	let [r, i] = [n.money(e), n.money(t)];
	return r === i ? r : `${r} to ${i}`;
}
var Tn = {
	USD: "dollar",
	EUR: "euro",
	GBP: "pound",
	JPY: "yen"
}, En = {
	no_cost: () => "it has paid installs, but no spend",
	attribution: () => "its installs were attributed wrongly",
	outage: () => "an outage covers its install dates",
	no_target: () => "it has no target ROAS",
	withheld: () => "the run withholds forecasts of the target DSI",
	no_prediction: () => "it has no predicted ROAS",
	within_band: () => "it is on target",
	unsure: () => "the forecast is too unsure to act on",
	too_small: () => "it spends too little for a step",
	moved: () => "its spend has moved this way in the last 3 days",
	next_unit_below_target: ({ targetRoas: e, predictedRoas: t, marginalRoas: n, responseHigh: r }, i) => {
		let a = n !== null && e !== null && n < e ? i.roas(n) : `at most ${i.roas((r ?? 0) * (t ?? 0))}`;
		return `above target on average, but the next ${Tn[i.currency] ?? "unit of spend"} returns ${a}, the target is ${i.roas(e)}`;
	},
	budget_spent: ({ step: { budget: e } }, t) => `${kn(e)} is on course to spend its whole ${t.monthName(e.month)} budget`,
	bid_against_action: ({ targetRoas: e, predictedRoas: t }) => (t ?? 0) > (e ?? 0) ? "above target, but the recommended bid target buys less" : "below target, but the recommended bid target buys more",
	paced: () => "its bid target is at the recommended one, which pacing moves in steps",
	held: () => "the suggested spend stays where it is",
	unknown_response: () => "above target, but its response to spend is not known"
}, Dn = {
	IOS: "iOS",
	ANDROID: "Android",
	WEB: "Web"
};
function On(e) {
	return Dn[e] ?? e;
}
function kn({ platform: e, network: t, campaign: n }) {
	let r = n ?? t;
	return e === null ? r ?? "the app" : r === null ? On(e) : `${r} on ${On(e)}`;
}
var An = new Intl.DisplayNames("en", {
	type: "region",
	fallback: "code"
});
function jn(e) {
	if (e === "Unknown") return "unknown countries";
	let t = /^[A-Z]{2}$/.test(e) ? An.of(e) : e;
	return /^United|Islands|^(Netherlands|Philippines|Bahamas|Maldives)/.test(t) ? `the ${t}` : t;
}
// mcp/views/parts/words.ts
function Mn(e, t, n) {
	return `${n.rate(e)} returns ${t === null ? "an unknown share" : n.share(t)} of target`;
}
function Nn(e, t) {
	if (e < 0) return "negative, below target";
	let n = t.share(Math.abs(e - 1));
	return n === "0%" ? "on target" : `${n} ${e < 1 ? "below" : "above"} target`;
}
function Pn(e, t = Date.now()) {
	return Math.max(0, ln(e, q(dn(new Date(t)), -1)));
}
function Fn(e) {
	return e === "GLOBAL" ? "global" : e;
}
function In(e) {
	return e.length < 2 ? e.join("") : `${e.slice(0, -1).join(", ")} and ${e.at(-1)}`;
}
function Ln(e, t, n) {
	return `${n.count(e)} ${t}${e === 1 ? "" : "s"}`;
}
// mcp/page/app/heading.ts
function Rn(e, t, n) {
	let r = (e.change(t, n) ?? e.part(t - n)).replace(/^[−+]/, "");
	return r.replace(/ pts$/, r === "1.0 pts" ? " point" : " points");
}
function zn(e, t, n) {
	return e.part(t - n) === e.part(0);
}
function Bn(e, t, n, r = e.label) {
	if (zn(e, t, n)) return `${r} held at ${e.write(t)}`;
	let i = Rn(e, t, n), a = t < n ? "fell" : "rose";
	switch (e.metric) {
		case "payback": return `${r} is ${i} ${t < n ? "sooner" : "later"}`;
		case "cpi": return `${r} ${a} ${i}, ${t < n ? "cheaper" : "dearer"}`;
		case "profit": {
			let o = (t) => e.write(Math.abs(t));
			return t < 0 && n < 0 ? `The loss ${t < n ? "grew" : "shrank"} by ${i} to ${o(t)}` : t < 0 || n < 0 ? `A ${n < 0 ? "loss" : "profit"} of ${o(n)} became a ${t < 0 ? "loss" : "profit"} of ${o(t)}` : `${r} ${a} by ${i}`;
		}
		default: return `${r} ${a} ${i}`;
	}
}
var Vn = 3, Hn = .15, Un = .02;
function Wn({ measure: e, now: t, before: n, causes: r, target: i, isCompared: a, format: o, actionThreshold: s }) {
	let { label: c } = e;
	if (t === null) return `${c} ${e.missing}`;
	let l = i === null || i <= 0 ? null : t / i;
	if (!a || n === null) return `${c} is ${e.write(t)}${l === null ? "" : `, ${Nn(l, o)}`}`;
	let u = l !== null && on(l, s) !== "held", d = Gn(e, t, n, r), f = `${Bn(e, t, n, u ? "It" : c)}${d === "" ? "" : `: ${d}`}`;
	return u ? `${c} is ${Nn(l, o)}. ${f}` : f;
}
function Gn(e, t, n, r) {
	let i = r.flatMap(({ label: t, part: n }) => n === null || e.part(n) === e.part(0) ? [] : [{
		label: t,
		part: n
	}]), a = Math.abs(i[0]?.part ?? 0);
	if (r.length < 2 || zn(e, t, n) && a < Un * Math.abs(t)) return "";
	let o = i.filter(({ part: e }) => Math.abs(e) >= Hn * a).slice(0, Vn), s = ({ part: e }) => e < 0 == t < n;
	return [...o.filter(s), ...o.filter((e) => !s(e))].map(({ label: t, part: n }) => `${nn(t)} ${e.part(n)}`).join(", ");
}
var Kn = "en-US", qn = 6e4, Jn = /* @__PURE__ */ new Map();
function J(e) {
	let t = Jn.get(e) ?? Yn(e);
	return Jn.set(e, t), t;
}
function Yn(e) {
	let t = (e) => {
		let t = new Intl.NumberFormat(Kn, {
			signDisplay: "negative",
			...e
		});
		return (e) => e == null || !Number.isFinite(e) ? "–" : t.format(e).replace("-", "−");
	}, n = /^[A-Z]{3}$/.test(e) ? {
		style: "currency",
		currency: e,
		currencyDisplay: "narrowSymbol"
	} : {}, r = t({
		...n,
		maximumFractionDigits: 0
	}), i = t("style" in n ? n : {
		minimumFractionDigits: 2,
		maximumFractionDigits: 2
	}), a = t({
		...n,
		notation: "compact",
		minimumSignificantDigits: 4,
		maximumSignificantDigits: 4
	}), o = (e) => (Math.abs(e ?? 0) >= 9999999.5 ? a : Math.abs(e ?? 0) >= 9.995 ? r : i)(e), s = {
		style: "percent",
		minimumFractionDigits: 1,
		maximumFractionDigits: 1
	}, c = t({
		minimumFractionDigits: 1,
		maximumFractionDigits: 1,
		signDisplay: "exceptZero"
	}), l = new Intl.RelativeTimeFormat(Kn, { numeric: "auto" });
	return {
		currency: e,
		money: o,
		shortMoney: t({
			...n,
			notation: "compact",
			maximumFractionDigits: 1,
			minimumFractionDigits: 0
		}),
		rate: (e) => e == null ? "–" : `${o(e)}/day`,
		roas: t(s),
		share: t({
			style: "percent",
			maximumFractionDigits: 0
		}),
		signedShare: t({
			...s,
			signDisplay: "exceptZero"
		}),
		points: (e) => e == null ? "–" : `${c(e * 100)} pts`,
		count: t({ maximumFractionDigits: 0 }),
		shortCount: t({
			notation: "compact",
			maximumFractionDigits: 1
		}),
		shortShare: t({
			style: "percent",
			maximumFractionDigits: 1
		}),
		decimal: t({ maximumSignificantDigits: 3 }),
		day: Qn,
		month: $n,
		monthName: tr,
		range: nr,
		ago(e, t = Date.now()) {
			let n = Date.parse(e ?? "");
			if (Number.isNaN(n)) return "–";
			let r = Math.round((n - t) / qn);
			return Math.abs(r) < 60 ? l.format(r, "minute") : Math.abs(r) < 2880 ? l.format(Math.round(r / 60), "hour") : l.format(Math.round(r / 60 / 24), "day");
		}
	};
}
var Xn = new Intl.DateTimeFormat(Kn, {
	day: "numeric",
	month: "short",
	timeZone: "UTC"
}), Zn = new Intl.DateTimeFormat(Kn, {
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: "UTC"
});
function Qn(e) {
	let t = e == null ? NaN : Date.parse(`${e.slice(0, 10)}T00:00:00Z`);
	return Number.isNaN(t) ? "–" : (new Date(t).getUTCFullYear() === (/* @__PURE__ */ new Date()).getUTCFullYear() ? Xn : Zn).format(t);
}
function $n(e) {
	let t = Qn(e).includes(",");
	return new Intl.DateTimeFormat(Kn, {
		month: "short",
		timeZone: "UTC",
		...t ? { year: "numeric" } : {}
	}).format(Date.parse(e));
}
var er = new Intl.DateTimeFormat(Kn, {
	month: "long",
	timeZone: "UTC"
});
function tr(e) {
	return er.format(Date.parse(`${e}-01T00:00:00Z`));
}
function nr(e, t) {
	if (e === t) return Qn(e);
	if (e.slice(0, 4) !== t.slice(0, 4)) return `${Zn.format(Date.parse(e))}–${Zn.format(Date.parse(t))}`;
	let n = Qn(e).includes(",");
	return `${Xn.format(Date.parse(e.slice(0, 10)))}–${e.slice(0, 7) === t.slice(0, 7) ? String(Number(t.slice(8, 10))) : Xn.format(Date.parse(t.slice(0, 10)))}${n ? `, ${t.slice(0, 4)}` : ""}`;
}
// mcp/words/metrics.ts
function rr(e, t) {
	let { money: n, count: r, roas: i, decimal: a } = t;
	return {
		money: n,
		count: r,
		ratio: i,
		days: a
	}[ze[e].unit];
}
function ir(e, { money: t, shortMoney: n, shortCount: r, shortShare: i, count: a }) {
	return {
		money: Kt(e) ? n : t,
		count: r,
		ratio: i,
		days: a
	}[ze[e].unit];
}
// mcp/page/app/measures.ts
var ar = {
	paid: "Paid installs",
	incremental_blended: "Paid and incremental installs",
	full_blended: "All installs"
};
function or(e, { targetDsi: t, dsis: n, roasType: r, format: i }) {
	let a = {
		dsis: n,
		dsi: t
	}, { label: o, unit: s } = ze[e], c = ze[e].by, l = s === "days" ? cr : rr(e, i), u = (e) => (t) => {
		let n = e(Math.abs(t));
		return /[1-9]/.test(n) ? (t < 0 ? "−" : "+") + n : n;
	}, d = (t, n) => s === "ratio" ? i.points(t - n) : s === "days" ? u(cr)(Math.round(t) - Math.round(n)) : e === "profit" ? u(l)(t - n) : n === 0 ? null : i.signedShare(t / n - 1);
	return {
		metric: e,
		label: e === "installs" ? ar[r] ?? o : c.includes("dsi") ? `D${t} ${sr(o)}` : o,
		adds: Kt(e),
		ratio: qt(e) ? (t) => Jt(e, t, a) : null,
		isForecast: c.includes("revenueType"),
		of: (t) => Xt(e, t, a),
		write: l,
		writeTick: ir(e, i),
		missing: e === "payback" ? `is not reached within ${n.at(-1)} days` : "is not known for these installs",
		change: (e, t) => e === null || t === null ? null : d(e, t),
		part: u(s === "ratio" ? (e) => (e * 100).toFixed(1) : l)
	};
}
function sr(e) {
	return /^[A-Z][a-z]/.test(e) ? e.toLowerCase() : e;
}
function cr(e) {
	return e === null ? "–" : `${Math.round(e)} ${Math.round(e) === 1 ? "day" : "days"}`;
}
// generated/client/columns.ts
var lr = [
	"install_cohort",
	"platform",
	"network",
	"campaign",
	"country",
	"created_at",
	"roas_type",
	"revenue_type"
], ur = /("(?:[^"]|"")*"|[^",\r\n][^,\r\n]*|)(,|\r?\n|$)/y;
function dr() {
	let e = "", t, n = [];
	return (r, i) => {
		let a = [];
		e += r;
		let o = 0, s = () => {
			t === void 0 ? t = n.map((e) => ({
				name: e,
				isText: lr.includes(e)
			})) : a.push(Object.fromEntries(t.map(({ name: e, isText: t }, r) => [e, t ? n[r] : fr(n[r])]))), n = [];
		};
		for (; o < e.length;) {
			ur.lastIndex = o;
			let [{ length: t } = "", r = "", a] = ur.exec(e) ?? [];
			if (!i && !a) break;
			if (a === void 0) throw TypeError("The file is not valid CSV");
			o += t, n.push(r.startsWith("\"") ? r.slice(1, -1).replaceAll("\"\"", "\"") : r), a !== "," && s();
		}
		return e = e.slice(o), i && n.length > 0 && (n.push(""), s()), a;
	};
}
function fr(e) {
	return e ? Number(e) : null;
}
// client/src/read-rows.ts
function pr(e) {
	return dr()(e.replace(/^\uFEFF/, ""), !0);
}
// mcp/page/data/read-rows.ts
async function mr(e) {
	let { data: t, response: n } = await e.withResponse();
	return {
		rows: pr(await t.text()),
		headers: n.headers
	};
}
// mcp/page/app/range.ts
var hr = 7, gr = 41;
function _r({ from: e, to: t }) {
	return ln(e, t) + 1;
}
function vr({ from: e, to: t }, n) {
	return e === null || t === null ? {
		from: q(n, -6),
		to: n
	} : {
		from: e,
		to: t > n && e <= n ? n : t
	};
}
function yr(e, { from: t, to: n }) {
	if (e === "none") return null;
	let { start: r, end: i } = mn(e, {
		start: t,
		end: n
	});
	return {
		from: r,
		to: i
	};
}
function br(e) {
	return un(e, "weekly");
}
function xr(e, t, n) {
	let r = _r(e);
	if (r > hr && r <= gr && n) return {
		...e,
		grain: "day"
	};
	let i = n ? "week" : "ISO week", a = n ? (t) => q(e.to, -7 * Math.ceil(_r({
		from: t,
		to: e.to
	}) / 7) + 1) : br, o = q(a(e.to), -77), s = a(e.from) < o ? a(e.from) : o;
	for (; s < t;) s = q(s, 7);
	return {
		from: e.from < s ? e.from : s,
		to: e.to,
		grain: i
	};
}
function Sr(e, { grain: t, from: n, to: r }) {
	if (t === "day") return e;
	let i = t === "ISO week" ? br(e) : q(r, -7 * Math.ceil(_r({
		from: e,
		to: r
	}) / 7) + 1);
	return i < n ? n : i;
}
function Cr(e, t) {
	let { grain: n, to: r } = t, i = n === "day" ? e : n === "ISO week" ? q(br(e), 6) : q(r, -7 * Math.floor(_r({
		from: e,
		to: q(r, -1)
	}) / 7));
	return {
		from: e,
		to: i > r ? r : i
	};
}
// mcp/page/app/read-facts.ts
async function wr(e, { types: t, settings: n }, { from: r, to: i }, a, o) {
	let { rows: s, headers: c } = await kr(e, {
		...Or(t, n.dsiValues),
		appId: n.id,
		granularity: o ? "campaign_geo" : "campaign",
		groupBy: o ? [
			"platform",
			"network",
			"campaign",
			"country"
		] : [
			"platform",
			"network",
			"campaign"
		],
		installGrouping: "total",
		startDate: r,
		endDate: i,
		compare: a === "none" ? void 0 : a
	}), l = Ar(t, n.dsiValues), u = `actual_share_d${t.targetDsi}`;
	return {
		rows: s.map((e) => ({
			platform: String(e.platform),
			network: String(e.network),
			campaign: String(e.campaign),
			country: o ? String(e.country) : null,
			now: l(e, ""),
			before: a === "none" ? null : l(e, "_before")
		})),
		actualShare: s[0]?.[u] ?? null,
		runCreatedAt: c.get("run-created-at"),
		dataThrough: c.get("data-through")
	};
}
async function Tr(e, { types: t, settings: n, filters: r }, i, a) {
	let o = a === "country" || r.countries.length > 0, { rows: s } = await kr(e, {
		...Or(t, n.dsiValues),
		appId: n.id,
		granularity: o ? "campaign_geo" : "campaign",
		groupBy: [a],
		installGrouping: i.grain === "ISO week" ? "weekly" : "daily",
		startDate: i.from,
		endDate: i.to,
		...Dr(r)
	}), c = Ar(t, n.dsiValues), l = /* @__PURE__ */ new Map();
	for (let e of s) {
		let [n, r] = [String(e[a]), String(e.install_cohort)], o = Sr(r < i.from ? i.from : r, i), s = JSON.stringify([n, o]), u = l.get(s) ?? {
			group: n,
			start: o,
			actualDays: 0,
			knownDays: 0,
			sums: Er,
			parts: []
		}, d = Number(e.period_days);
		u.knownDays += d, u.actualDays += d * Number(e[`actual_share_d${t.targetDsi}`] ?? 1), u.parts.push(c(e, "")), l.set(s, u);
	}
	return [...l.values()].map(({ parts: e, ...t }) => ({
		...t,
		sums: Bt(e, n.dsiValues.length)
	}));
}
var Er = {
	spend: 0,
	installs: 0,
	organic: 0,
	revenue: []
};
function Dr({ platforms: e, networks: t, countries: n, campaigns: r }) {
	return {
		...e.length > 0 && { platforms: e },
		...t.length > 0 && { networks: t },
		...n.length > 0 && { countries: n },
		...r.length > 0 && { campaigns: r }
	};
}
function Or({ roasType: e, revenueType: t }, n) {
	return {
		metrics: [
			"spend",
			"installs",
			"organic_installs",
			"revenue"
		],
		roasTypes: [e],
		revenueTypes: [t],
		dsiValues: n,
		maturity: !0
	};
}
async function kr(e, t) {
	return mr(e.getReport.bind(e)({
		...t,
		format: "csv"
	}));
}
function Ar({ roasType: e, revenueType: t }, n) {
	return (r, i) => ({
		spend: Number(r[`spend${i}`] ?? 0),
		installs: Number(r[`installs_${e}${i}`] ?? 0),
		organic: Number(r[`organic_installs${i}`] ?? 0),
		revenue: n.map((n) => {
			let a = r[`revenue_${e}_${t}_d${n}${i}`];
			return typeof a == "number" ? a : null;
		})
	});
}
re(null).Provider;
// mcp/page/app/use-app.ts
function jr(e, t, n) {
	let r = vr(e, t.dataThrough ?? n.dataThrough ?? (/* @__PURE__ */ new Date()).toISOString().slice(0, 10)), { targetDsi: i, roasType: a } = t;
	return {
		overview: t,
		settings: n,
		range: r,
		before: yr(e.compare, r),
		window: xr(r, n.earliestReportStartDate, !n.weeklyAggregation && e.groupBy !== "campaign"),
		context: {
			targetDsi: i,
			roasType: a,
			dsis: n.dsiValues,
			format: J(t.currency)
		}
	};
}
function Mr({ groupBy: e, filters: t }) {
	return e === "country" || t.countries.length > 0;
}
function Nr(e, { window: { from: t, to: n } }) {
	return e.filter((e) => e.endDate >= t && e.startDate <= n).map((e, t) => ({
		...e,
		letter: t < 26 ? String.fromCharCode(65 + t) : String(t + 1)
	}));
}
function Pr(e, t) {
	return e === "country" ? t.country ?? "Unknown" : t[e];
}
var Fr = new Intl.DisplayNames("en", {
	type: "region",
	fallback: "code"
});
function Ir(e) {
	return /^[A-Z]{2}$/.test(e) ? Fr.of(e) ?? e : Fn(e);
}
function Lr(e, t) {
	return e === "platform" ? On(t) : e === "country" ? Ir(t) : t;
}
function Rr(e, t, n) {
	let r = /* @__PURE__ */ new Map();
	for (let n of e) {
		let e = Pr(t, n), i = r.get(e);
		i === void 0 ? r.set(e, [n]) : i.push(n);
	}
	return [...r].map(([e, r]) => ({
		name: e,
		label: Lr(t, e),
		pair: Vt(r, n)
	})).sort((e, t) => t.pair.now.spend - e.pair.now.spend || (t.pair.before?.spend ?? 0) - (e.pair.before?.spend ?? 0) || (e.name < t.name ? -1 : 1));
}
function zr({ range: e, context: t }, n) {
	if (n.actualShare === 1) return "all actual";
	let r = n.dataThrough ?? e.to, i = (e) => Math.max(0, _r({
		from: e,
		to: r
	}) - 1), [a, o] = [i(e.to), Math.min(i(e.from), t.targetDsi)];
	return n.actualShare !== null && n.actualShare > 0 ? `${Math.floor(n.actualShare * 100)}% of days actual, the rest forecast from ${a} days of revenue on` : `forecast from ${a === o ? a : `${a} to ${o}`} ${o === 1 ? "day" : "days"} of revenue`;
}
// mcp/page/report/read-report.ts
async function Br(e, t) {
	let { appId: n } = t, r = We(n), i = await e.getAppSettings({ appId: n }), a = jr(r, t, i), [o, s, c, l] = await Promise.all([
		wr(e, {
			types: t,
			settings: i
		}, a.range, r.compare, !1),
		Tr(e, {
			types: t,
			settings: i,
			filters: r.filters
		}, a.window, r.groupBy),
		e.getRecommendations({ appId: n }),
		e.listEvents({ appId: n })
	]), u = c.map(It(t)), d = or(r.metric, a.context), f = Rr(o.rows, r.groupBy, a.context.dsis.length), p = Vt(o.rows, a.context.dsis.length), m = Qt(f, d), h = Lt(u), g = Wn({
		measure: d,
		now: d.of(p.now),
		before: p.before === null ? null : d.of(p.before),
		causes: m,
		target: h,
		isCompared: !0,
		format: a.context.format,
		actionThreshold: t.actionThreshold
	});
	return {
		screen: r,
		app: a,
		facts: o,
		periods: s,
		calls: u,
		events: Nr(l, a),
		measure: d,
		groups: f,
		total: p,
		causes: m,
		target: h,
		heading: g
	};
}
// mcp/page/alerts/inbox.ts
function Vr({ appId: e, platform: t, network: n, campaign: r }) {
	return JSON.stringify([
		e,
		t,
		n,
		r
	]);
}
// mcp/page/data/use-overview.ts
var Hr = re(null);
Hr.Provider;
function Ur() {
	return ht(Hr)?.marked ?? /* @__PURE__ */ new Set();
}
function Wr(e) {
	return e.filter(({ step: e }) => e.direction !== "none").sort((e, t) => t.priority - e.priority || e.id - t.id);
}
// mcp/page/data/ranking.ts
function Gr(e) {
	let t = /* @__PURE__ */ new Map();
	for (let { currency: n, spend: r } of e) t.set(n, (t.get(n) ?? 0) + (r.week ?? 0) / 7);
	return (e, n) => {
		let r = t.get(e) ?? 0;
		return r > 0 ? n / r : 0;
	};
}
function Kr(e) {
	let t = /* @__PURE__ */ new Map();
	for (let { currency: n, amount: r } of e) r !== null && t.set(n, (t.get(n) ?? 0) + r);
	return [...t];
}
// mcp/page/today/heading.ts
function qr({ target: e }, t) {
	return t == null || e === null || e <= 0 ? null : t / e;
}
function Jr(e, t) {
	return e.length === 0 ? "No apps yet" : [
		Yr(e),
		Xr(e, t),
		Qr(e)
	].filter((e) => e !== null).join(" ");
}
function Yr(e) {
	let t = e.filter(({ data: e }) => e.length > 0);
	return t.length === 0 ? null : `Check the data of ${$r(t)} first.`;
}
function Xr(e, t) {
	let n = q(dn(new Date(t)), -1), r = Gr(e), i = e.flatMap((e) => {
		let t = e.yesterday?.date === n ? qr(e, e.yesterday.roas) : null;
		return t === null ? [] : [{
			app: e,
			share: t,
			standing: on(t, e.actionThreshold),
			short: r(e.currency, (e.spend.day ?? 0) * (1 - t))
		}];
	}), a = i.filter(({ standing: e }) => e === "below").sort((e, t) => t.short - e.short || e.share - t.share);
	if (i.length === 0) return null;
	if (a.length === 0) {
		let e = i.filter(({ standing: e }) => e === "above"), t = e.length === i.length ? e : i;
		return `${$r(t.map(({ app: e }) => e))} ${t.length === 1 ? "was" : "were"} ${t === e ? "above" : e.length > 0 ? "on or above" : "on"} target yesterday.`;
	}
	let o = a.slice(0, a.length === Zr + 1 ? Zr + 1 : Zr), s = o.filter(({ share: e }) => e < 0).map(({ app: e }) => ei(e)), c = o.filter(({ share: e }) => e >= 0).map(({ app: e, share: t }, n) => `${ei(e)} ${n === 0 ? "was " : ""}${J("").share(1 - t)}`), l = a.length - o.length;
	return [
		...s.length === 0 ? [] : [`${In(s)} had a negative ROAS yesterday.`],
		...c.length === 0 ? [] : [`${In(c)} below target yesterday.`],
		...l === 0 ? [] : [`${l} others were below target too.`]
	].join(" ");
}
var Zr = 2;
function Qr(e) {
	if (e.every(({ dataThrough: e }) => e === null)) return null;
	let t = e.flatMap(({ currency: e, stepTotals: t }) => Object.values(t).map((t) => ({
		...t,
		currency: e
	}))), [n, r] = ["steps", "unpriced"].map((e) => t.reduce((t, n) => t + n[e], 0));
	if (n === 0) return "No campaign has a step today.";
	let i = n === 1 ? "1 step" : `${n} steps`;
	if (r === n) return `${i} today.`;
	let a = t.filter(({ steps: e, unpriced: t }) => e > t), o = Kr(a.map(({ currency: e, gainLow: t }) => ({
		currency: e,
		amount: t
	}))), s = new Map(Kr(a.map(({ currency: e, gainHigh: t }) => ({
		currency: e,
		amount: t
	})))), c = o.map(([e, t]) => wn(t, s.get(e), J(e))), l = r === 0 ? "" : `, ${r} of them not priced`;
	return `${i} ${n === 1 ? "is" : "are"} worth ${In(c)} a day${l}.`;
}
function $r(e) {
	let [t, n, ...r] = e.map(ei);
	return r.length > 0 ? `${t} and ${r.length + 1} others` : In([t, n].flatMap((e) => e ?? []));
}
function ei({ name: e }) {
	return nn(e);
}
// mcp/page/names.tsx
function ti({ children: e }) {
	return /* @__PURE__ */ K(S, { children: rn(e).map((e, t) => t % 2 == 1 ? /* @__PURE__ */ K("bdi", { children: e }, t) : /* @__PURE__ */ K(Nt, { children: e }, t)) });
}
function ni({ of: e, join: t = " · " }) {
	return /* @__PURE__ */ K(S, { children: e.filter((e) => typeof e == "string" && e !== "").map((e, n) => /* @__PURE__ */ K(S, { children: [n > 0 && t, /* @__PURE__ */ K("bdi", { children: e })] }, n)) });
}
// mcp/page/today/lead.tsx
function ri({ apps: e, now: t }) {
	let n = e.flatMap(({ dataThrough: e }) => e === null ? [] : [e]).sort().at(-1);
	if (e.length === 0) return /* @__PURE__ */ K("p", {
		class: "lead",
		children: "Your company has no app yet. The operator of the service grants access to apps."
	});
	if (n === void 0) return /* @__PURE__ */ K("p", {
		class: "lead",
		children: "No data yet. Come back after the first run."
	});
	let r = Kr(e.filter(({ dataThrough: e }) => e === n).map(({ currency: e, spend: t }) => ({
		currency: e,
		amount: t.day
	}))), i = e.filter(({ dataThrough: e }) => e === null);
	return /* @__PURE__ */ K("p", {
		class: "lead",
		children: [
			Pn(n, t) === 0 ? "Spent yesterday: " : `Spent on ${J("").day(n)}: `,
			r.map(([e, t], n) => /* @__PURE__ */ K(S, { children: [n > 0 && (n === r.length - 1 ? " and " : ", "), /* @__PURE__ */ K("b", { children: J(e).money(t) })] })),
			".",
			e.every(({ data: e }) => e.length === 0) && " Nothing is known to be wrong with the data.",
			i.map(({ appId: e, name: t }) => /* @__PURE__ */ K("span", { children: [
				" ",
				/* @__PURE__ */ K("bdi", { children: t }),
				" has no data yet."
			] }, e))
		]
	});
}
function ii({ apps: e }) {
	let t = e.flatMap((e) => e.data.map((t) => ({
		app: e,
		problem: t
	})));
	return t.length === 0 ? null : /* @__PURE__ */ K("section", {
		class: "first",
		"aria-labelledby": "h-data",
		children: [/* @__PURE__ */ K("div", {
			class: "hd",
			children: /* @__PURE__ */ K("h2", {
				id: "h-data",
				children: "Check the data"
			})
		}), /* @__PURE__ */ K("ul", {
			class: "card data",
			children: t.map(({ app: e, problem: t }) => /* @__PURE__ */ K("li", { children: [
				/* @__PURE__ */ K("bdi", {
					class: "b warn",
					children: t.title
				}),
				" ",
				/* @__PURE__ */ K("span", {
					class: "m nm",
					children: [
						/* @__PURE__ */ K(ni, { of: [e.name, ...ai(t)] }),
						", since ",
						J("").day(t.since)
					]
				})
			] }, `${e.appId} ${t.kind} ${t.title} ${t.since}`))
		})]
	});
}
function ai({ platform: e, network: t, campaign: n, country: r }) {
	return [
		e === null ? null : On(e),
		t,
		n,
		r
	].filter((e) => e !== null);
}
// mcp/page/link.tsx
function oi({ to: e, current: t = !1, label: n, children: r, ...i }) {
	let { go: a, href: o } = Et();
	return /* @__PURE__ */ K("a", {
		...i,
		href: o(e),
		onClick: Dt(() => a(e)),
		...t && { "aria-current": "page" },
		...n !== void 0 && { "aria-label": n },
		children: r
	});
}
// mcp/views/parts/plan/pacing-words.ts
var si = new Intl.DateTimeFormat("en-US", {
	month: "long",
	timeZone: "UTC"
});
function ci(e) {
	return si.format(Date.parse(`${e}-01`));
}
function li({ platform: e, network: t, campaign: n }) {
	let r = [
		n,
		t,
		e === null ? null : On(e)
	].filter((e) => e !== null);
	return r.length === 0 ? "All campaigns" : r.join(", ");
}
function ui({ amount: e, expected: t, expectedLow: n, expectedHigh: r, daysLeft: i }, { share: a }) {
	if (t === null) return "no spend is known in the last 208 days";
	if (i === 0) return `ended at ${a(t / e)}`;
	let o = n === null || r === null ? "" : ` (${a(n / e).replace("%", "")}–${a(r / e)})`;
	return `expected ${a(t / e)}${o}`;
}
function di(e, t) {
	let { month: n, share: r, daysLeft: i, status: a, expected: o } = e;
	return i === 0 ? `${t.share(r)} of the ${ci(n)} budget spent, the month has ended` : `${t.share(r)} of the ${ci(n)} budget spent; ${o === null ? "" : `${pi(a)}, `}${ui(e, t)}`;
}
var fi = {
	OVERSPENT: "overspent",
	OVER: "above budget",
	ON_BUDGET: "on budget",
	UNDER: "below budget"
};
function pi(e) {
	return fi[e ?? ""] ?? "not known";
}
function mi({ status: e }) {
	return e === "OVERSPENT" || e === "OVER";
}
function hi({ neededDailySpend: e, daysLeft: t }, n) {
	if (e === null) return null;
	let r = Ln(t, "day", n);
	return e === 0 ? `nothing left for ${r}` : `${n.rate(e)} for ${r} meets it`;
}
function gi(e) {
	let t = ({ platform: e, network: t, campaign: n }) => [
		e,
		t,
		n
	].filter((e) => e !== null).length;
	return e.toSorted((e, n) => t(e) - t(n) || n.amount - e.amount);
}
// mcp/page/today/pacing-line.tsx
var _i = 2;
function vi({ pacing: e, format: t }) {
	let [n, ...r] = gi(e);
	if (n === void 0) return null;
	let i = r.filter(mi), a = li(n);
	return /* @__PURE__ */ K("p", {
		class: "pace s",
		children: [
			a !== "All campaigns" && /* @__PURE__ */ K("b", { children: [a, ": "] }),
			/* @__PURE__ */ K("span", {
				class: mi(n) ? "warn" : void 0,
				children: di(n, t)
			}),
			i.slice(0, _i).map((e) => /* @__PURE__ */ K("span", { children: [
				"; ",
				/* @__PURE__ */ K("b", { children: li(e) }),
				" ",
				/* @__PURE__ */ K("span", {
					class: "warn",
					children: ui(e, t)
				})
			] }, e.budgetId)),
			i.length > _i && /* @__PURE__ */ K("span", {
				class: "m",
				children: [
					"; ",
					i.length - _i,
					" more above budget"
				]
			})
		]
	});
}
// mcp/page/data/intervals.ts
function yi({ trackRecord: e }, t, n) {
	let { p80: r } = e;
	if (t === null || t <= 0 || n === 1 || typeof r != "number" || r >= 1) return [null, null];
	let { low: i, high: a } = hn(t, r * (1 - n));
	return [i, a];
}
function bi(e, t, { roas: n }) {
	return `80% interval ${n(e).replace("%", "")}–${n(t)}`;
}
// mcp/views/parts/charts/trend-table.tsx
function xi({ of: e, rows: t, write: n }) {
	let r = t[0]?.points ?? [], i = t.some(({ target: e }) => typeof e == "number"), a = t.some(({ points: e }) => e.some(({ first: e }) => typeof e == "number")), o = t.some(({ points: e }) => e.some(({ actualShare: e }) => e < 1));
	return /* @__PURE__ */ K("details", {
		class: "ch-table",
		children: [
			/* @__PURE__ */ K("summary", {
				class: "tbs",
				children: "Show as a table"
			}),
			/* @__PURE__ */ K("div", {
				class: "tb",
				tabIndex: 0,
				role: "region",
				"aria-label": `Values by ${e.toLowerCase()}`,
				children: /* @__PURE__ */ K("table", {
					class: "l c",
					children: [/* @__PURE__ */ K("thead", { children: /* @__PURE__ */ K("tr", { children: [
						/* @__PURE__ */ K("th", {
							scope: "col",
							children: e
						}),
						r.map(({ label: e }) => /* @__PURE__ */ K("th", {
							scope: "col",
							class: "r",
							children: e
						}, e)),
						i && /* @__PURE__ */ K("th", {
							scope: "col",
							class: "r",
							children: "Target"
						})
					] }) }), /* @__PURE__ */ K("tbody", { children: t.map(({ name: e, points: t, target: r }) => /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("tr", { children: [
						/* @__PURE__ */ K("th", {
							scope: "row",
							children: /* @__PURE__ */ K("bdi", { children: e })
						}),
						t.map(({ label: e, value: t, actualShare: r, note: i }) => /* @__PURE__ */ K("td", {
							class: "r",
							children: [
								t === null ? "–" : n(t),
								t !== null && r < 1 && /* @__PURE__ */ K("span", {
									class: "m",
									children: " f"
								}),
								t !== null && i !== void 0 && /* @__PURE__ */ K("div", {
									class: "m s",
									children: i
								})
							]
						}, e)),
						i && /* @__PURE__ */ K("td", {
							class: "r",
							children: typeof r == "number" ? n(r) : "–"
						})
					] }, e), a && /* @__PURE__ */ K("tr", { children: [
						/* @__PURE__ */ K("th", {
							scope: "row",
							children: "First estimate"
						}),
						t.map(({ label: e, first: t }) => /* @__PURE__ */ K("td", {
							class: "r",
							children: typeof t == "number" ? n(t) : "–"
						}, e)),
						i && /* @__PURE__ */ K("td", {})
					] }, `${e} first`)] })) })]
				})
			}),
			o && /* @__PURE__ */ K("p", {
				class: "m s",
				children: "f: forecast, wholly or in part."
			})
		]
	});
}
// node_modules/d3-array/dist/d3-array.mjs
function Si(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function Ci(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function wi(e) {
	let t, n, r;
	e.length === 2 ? (t = e === Si || e === Ci ? e : Ti, n = e, r = e) : (t = Si, n = (t, n) => Si(e(t), n), r = (t, n) => e(t) - n);
	function i(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) < 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function a(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) <= 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function o(e, t, n = 0, a = e.length) {
		let o = i(e, t, n, a - 1);
		return o > n && r(e[o - 1], t) > -r(e[o], t) ? o - 1 : o;
	}
	return {
		left: i,
		center: o,
		right: a
	};
}
function Ti() {
	return 0;
}
function Ei(e) {
	return e === null ? NaN : +e;
}
var Di = wi(Si), Oi = Di.right;
Di.left, wi(Ei).center, Array.prototype.slice;
var ki = Math.sqrt(50), Ai = Math.sqrt(10), ji = Math.sqrt(2);
function Mi(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= ki ? 10 : a >= Ai ? 5 : a >= ji ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? Mi(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function Ni(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? Mi(t, e, n) : Mi(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function Pi(e, t, n) {
	return t = +t, e = +e, n = +n, Mi(e, t, n)[2];
}
function Fi(e, t, n) {
	t = +t, e = +e, n = +n;
	let r = t < e, i = r ? Pi(t, e, n) : Pi(e, t, n);
	return (r ? -1 : 1) * (i < 0 ? 1 / -i : i);
}
// node_modules/d3-color/dist/d3-color.mjs
function Ii(e, t, n) {
	e.prototype = t.prototype = n, n.constructor = e;
}
function Li(e, t) {
	var n = Object.create(e.prototype);
	for (var r in t) n[r] = t[r];
	return n;
}
function Ri() {}
var zi = .7, Bi = 1 / zi, Vi = "\\s*([+-]?\\d+)\\s*", Hi = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*", Y = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*", Ui = /^#([0-9a-f]{3,8})$/, Wi = RegExp(`^rgb\\(${Vi},${Vi},${Vi}\\)$`), Gi = RegExp(`^rgb\\(${Y},${Y},${Y}\\)$`), Ki = RegExp(`^rgba\\(${Vi},${Vi},${Vi},${Hi}\\)$`), qi = RegExp(`^rgba\\(${Y},${Y},${Y},${Hi}\\)$`), Ji = RegExp(`^hsl\\(${Hi},${Y},${Y}\\)$`), Yi = RegExp(`^hsla\\(${Hi},${Y},${Y},${Hi}\\)$`), Xi = {
	aliceblue: 15792383,
	antiquewhite: 16444375,
	aqua: 65535,
	aquamarine: 8388564,
	azure: 15794175,
	beige: 16119260,
	bisque: 16770244,
	black: 0,
	blanchedalmond: 16772045,
	blue: 255,
	blueviolet: 9055202,
	brown: 10824234,
	burlywood: 14596231,
	cadetblue: 6266528,
	chartreuse: 8388352,
	chocolate: 13789470,
	coral: 16744272,
	cornflowerblue: 6591981,
	cornsilk: 16775388,
	crimson: 14423100,
	cyan: 65535,
	darkblue: 139,
	darkcyan: 35723,
	darkgoldenrod: 12092939,
	darkgray: 11119017,
	darkgreen: 25600,
	darkgrey: 11119017,
	darkkhaki: 12433259,
	darkmagenta: 9109643,
	darkolivegreen: 5597999,
	darkorange: 16747520,
	darkorchid: 10040012,
	darkred: 9109504,
	darksalmon: 15308410,
	darkseagreen: 9419919,
	darkslateblue: 4734347,
	darkslategray: 3100495,
	darkslategrey: 3100495,
	darkturquoise: 52945,
	darkviolet: 9699539,
	deeppink: 16716947,
	deepskyblue: 49151,
	dimgray: 6908265,
	dimgrey: 6908265,
	dodgerblue: 2003199,
	firebrick: 11674146,
	floralwhite: 16775920,
	forestgreen: 2263842,
	fuchsia: 16711935,
	gainsboro: 14474460,
	ghostwhite: 16316671,
	gold: 16766720,
	goldenrod: 14329120,
	gray: 8421504,
	green: 32768,
	greenyellow: 11403055,
	grey: 8421504,
	honeydew: 15794160,
	hotpink: 16738740,
	indianred: 13458524,
	indigo: 4915330,
	ivory: 16777200,
	khaki: 15787660,
	lavender: 15132410,
	lavenderblush: 16773365,
	lawngreen: 8190976,
	lemonchiffon: 16775885,
	lightblue: 11393254,
	lightcoral: 15761536,
	lightcyan: 14745599,
	lightgoldenrodyellow: 16448210,
	lightgray: 13882323,
	lightgreen: 9498256,
	lightgrey: 13882323,
	lightpink: 16758465,
	lightsalmon: 16752762,
	lightseagreen: 2142890,
	lightskyblue: 8900346,
	lightslategray: 7833753,
	lightslategrey: 7833753,
	lightsteelblue: 11584734,
	lightyellow: 16777184,
	lime: 65280,
	limegreen: 3329330,
	linen: 16445670,
	magenta: 16711935,
	maroon: 8388608,
	mediumaquamarine: 6737322,
	mediumblue: 205,
	mediumorchid: 12211667,
	mediumpurple: 9662683,
	mediumseagreen: 3978097,
	mediumslateblue: 8087790,
	mediumspringgreen: 64154,
	mediumturquoise: 4772300,
	mediumvioletred: 13047173,
	midnightblue: 1644912,
	mintcream: 16121850,
	mistyrose: 16770273,
	moccasin: 16770229,
	navajowhite: 16768685,
	navy: 128,
	oldlace: 16643558,
	olive: 8421376,
	olivedrab: 7048739,
	orange: 16753920,
	orangered: 16729344,
	orchid: 14315734,
	palegoldenrod: 15657130,
	palegreen: 10025880,
	paleturquoise: 11529966,
	palevioletred: 14381203,
	papayawhip: 16773077,
	peachpuff: 16767673,
	peru: 13468991,
	pink: 16761035,
	plum: 14524637,
	powderblue: 11591910,
	purple: 8388736,
	rebeccapurple: 6697881,
	red: 16711680,
	rosybrown: 12357519,
	royalblue: 4286945,
	saddlebrown: 9127187,
	salmon: 16416882,
	sandybrown: 16032864,
	seagreen: 3050327,
	seashell: 16774638,
	sienna: 10506797,
	silver: 12632256,
	skyblue: 8900331,
	slateblue: 6970061,
	slategray: 7372944,
	slategrey: 7372944,
	snow: 16775930,
	springgreen: 65407,
	steelblue: 4620980,
	tan: 13808780,
	teal: 32896,
	thistle: 14204888,
	tomato: 16737095,
	turquoise: 4251856,
	violet: 15631086,
	wheat: 16113331,
	white: 16777215,
	whitesmoke: 16119285,
	yellow: 16776960,
	yellowgreen: 10145074
};
Ii(Ri, ta, {
	copy(e) {
		return Object.assign(new this.constructor(), this, e);
	},
	displayable() {
		return this.rgb().displayable();
	},
	hex: Zi,
	formatHex: Zi,
	formatHex8: Qi,
	formatHsl: $i,
	formatRgb: ea,
	toString: ea
});
function Zi() {
	return this.rgb().formatHex();
}
function Qi() {
	return this.rgb().formatHex8();
}
function $i() {
	return pa(this).formatHsl();
}
function ea() {
	return this.rgb().formatRgb();
}
function ta(e) {
	var t, n;
	return e = (e + "").trim().toLowerCase(), (t = Ui.exec(e)) ? (n = t[1].length, t = parseInt(t[1], 16), n === 6 ? na(t) : n === 3 ? new X(t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, (t & 15) << 4 | t & 15, 1) : n === 8 ? ra(t >> 24 & 255, t >> 16 & 255, t >> 8 & 255, (t & 255) / 255) : n === 4 ? ra(t >> 12 & 15 | t >> 8 & 240, t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, ((t & 15) << 4 | t & 15) / 255) : null) : (t = Wi.exec(e)) ? new X(t[1], t[2], t[3], 1) : (t = Gi.exec(e)) ? new X(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, 1) : (t = Ki.exec(e)) ? ra(t[1], t[2], t[3], t[4]) : (t = qi.exec(e)) ? ra(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, t[4]) : (t = Ji.exec(e)) ? fa(t[1], t[2] / 100, t[3] / 100, 1) : (t = Yi.exec(e)) ? fa(t[1], t[2] / 100, t[3] / 100, t[4]) : Xi.hasOwnProperty(e) ? na(Xi[e]) : e === "transparent" ? new X(NaN, NaN, NaN, 0) : null;
}
function na(e) {
	return new X(e >> 16 & 255, e >> 8 & 255, e & 255, 1);
}
function ra(e, t, n, r) {
	return r <= 0 && (e = t = n = NaN), new X(e, t, n, r);
}
function ia(e) {
	return e instanceof Ri || (e = ta(e)), e ? (e = e.rgb(), new X(e.r, e.g, e.b, e.opacity)) : new X();
}
function aa(e, t, n, r) {
	return arguments.length === 1 ? ia(e) : new X(e, t, n, r ?? 1);
}
function X(e, t, n, r) {
	this.r = +e, this.g = +t, this.b = +n, this.opacity = +r;
}
Ii(X, aa, Li(Ri, {
	brighter(e) {
		return e = e == null ? Bi : Bi ** +e, new X(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? zi : zi ** +e, new X(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	rgb() {
		return this;
	},
	clamp() {
		return new X(ua(this.r), ua(this.g), ua(this.b), la(this.opacity));
	},
	displayable() {
		return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
	},
	hex: oa,
	formatHex: oa,
	formatHex8: sa,
	formatRgb: ca,
	toString: ca
}));
function oa() {
	return `#${da(this.r)}${da(this.g)}${da(this.b)}`;
}
function sa() {
	return `#${da(this.r)}${da(this.g)}${da(this.b)}${da((isNaN(this.opacity) ? 1 : this.opacity) * 255)}`;
}
function ca() {
	let e = la(this.opacity);
	return `${e === 1 ? "rgb(" : "rgba("}${ua(this.r)}, ${ua(this.g)}, ${ua(this.b)}${e === 1 ? ")" : `, ${e})`}`;
}
function la(e) {
	return isNaN(e) ? 1 : Math.max(0, Math.min(1, e));
}
function ua(e) {
	return Math.max(0, Math.min(255, Math.round(e) || 0));
}
function da(e) {
	return e = ua(e), (e < 16 ? "0" : "") + e.toString(16);
}
function fa(e, t, n, r) {
	return r <= 0 ? e = t = n = NaN : n <= 0 || n >= 1 ? e = t = NaN : t <= 0 && (e = NaN), new Z(e, t, n, r);
}
function pa(e) {
	if (e instanceof Z) return new Z(e.h, e.s, e.l, e.opacity);
	if (e instanceof Ri || (e = ta(e)), !e) return new Z();
	if (e instanceof Z) return e;
	e = e.rgb();
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = Math.min(t, n, r), a = Math.max(t, n, r), o = NaN, s = a - i, c = (a + i) / 2;
	return s ? (o = t === a ? (n - r) / s + (n < r) * 6 : n === a ? (r - t) / s + 2 : (t - n) / s + 4, s /= c < .5 ? a + i : 2 - a - i, o *= 60) : s = c > 0 && c < 1 ? 0 : o, new Z(o, s, c, e.opacity);
}
function ma(e, t, n, r) {
	return arguments.length === 1 ? pa(e) : new Z(e, t, n, r ?? 1);
}
function Z(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
Ii(Z, ma, Li(Ri, {
	brighter(e) {
		return e = e == null ? Bi : Bi ** +e, new Z(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? zi : zi ** +e, new Z(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = this.h % 360 + (this.h < 0) * 360, t = isNaN(e) || isNaN(this.s) ? 0 : this.s, n = this.l, r = n + (n < .5 ? n : 1 - n) * t, i = 2 * n - r;
		return new X(_a(e >= 240 ? e - 240 : e + 120, i, r), _a(e, i, r), _a(e < 120 ? e + 240 : e - 120, i, r), this.opacity);
	},
	clamp() {
		return new Z(ha(this.h), ga(this.s), ga(this.l), la(this.opacity));
	},
	displayable() {
		return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
	},
	formatHsl() {
		let e = la(this.opacity);
		return `${e === 1 ? "hsl(" : "hsla("}${ha(this.h)}, ${ga(this.s) * 100}%, ${ga(this.l) * 100}%${e === 1 ? ")" : `, ${e})`}`;
	}
}));
function ha(e) {
	return e = (e || 0) % 360, e < 0 ? e + 360 : e;
}
function ga(e) {
	return Math.max(0, Math.min(1, e || 0));
}
function _a(e, t, n) {
	return (e < 60 ? t + (n - t) * e / 60 : e < 180 ? n : e < 240 ? t + (n - t) * (240 - e) / 60 : t) * 255;
}
var va = Math.PI / 180, ya = 180 / Math.PI, ba = 18, xa = .96422, Sa = 1, Ca = .82521, wa = 4 / 29, Ta = 6 / 29, Ea = 3 * Ta * Ta, Da = Ta * Ta * Ta;
function Oa(e) {
	if (e instanceof Q) return new Q(e.l, e.a, e.b, e.opacity);
	if (e instanceof $) return Ia(e);
	e instanceof X || (e = ia(e));
	var t = Na(e.r), n = Na(e.g), r = Na(e.b), i = Aa((.2225045 * t + .7168786 * n + .0606169 * r) / Sa), a, o;
	return t === n && n === r ? a = o = i : (a = Aa((.4360747 * t + .3850649 * n + .1430804 * r) / xa), o = Aa((.0139322 * t + .0971045 * n + .7141733 * r) / Ca)), new Q(116 * i - 16, 500 * (a - i), 200 * (i - o), e.opacity);
}
function ka(e, t, n, r) {
	return arguments.length === 1 ? Oa(e) : new Q(e, t, n, r ?? 1);
}
function Q(e, t, n, r) {
	this.l = +e, this.a = +t, this.b = +n, this.opacity = +r;
}
Ii(Q, ka, Li(Ri, {
	brighter(e) {
		return new Q(this.l + ba * (e ?? 1), this.a, this.b, this.opacity);
	},
	darker(e) {
		return new Q(this.l - ba * (e ?? 1), this.a, this.b, this.opacity);
	},
	rgb() {
		var e = (this.l + 16) / 116, t = isNaN(this.a) ? e : e + this.a / 500, n = isNaN(this.b) ? e : e - this.b / 200;
		return t = xa * ja(t), e = Sa * ja(e), n = Ca * ja(n), new X(Ma(3.1338561 * t - 1.6168667 * e - .4906146 * n), Ma(-.9787684 * t + 1.9161415 * e + .033454 * n), Ma(.0719453 * t - .2289914 * e + 1.4052427 * n), this.opacity);
	}
}));
function Aa(e) {
	return e > Da ? e ** (1 / 3) : e / Ea + wa;
}
function ja(e) {
	return e > Ta ? e * e * e : Ea * (e - wa);
}
function Ma(e) {
	return 255 * (e <= .0031308 ? 12.92 * e : 1.055 * e ** (1 / 2.4) - .055);
}
function Na(e) {
	return (e /= 255) <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Pa(e) {
	if (e instanceof $) return new $(e.h, e.c, e.l, e.opacity);
	if (e instanceof Q || (e = Oa(e)), e.a === 0 && e.b === 0) return new $(NaN, 0 < e.l && e.l < 100 ? 0 : NaN, e.l, e.opacity);
	var t = Math.atan2(e.b, e.a) * ya;
	return new $(t < 0 ? t + 360 : t, Math.sqrt(e.a * e.a + e.b * e.b), e.l, e.opacity);
}
function Fa(e, t, n, r) {
	return arguments.length === 1 ? Pa(e) : new $(e, t, n, r ?? 1);
}
function $(e, t, n, r) {
	this.h = +e, this.c = +t, this.l = +n, this.opacity = +r;
}
function Ia(e) {
	if (isNaN(e.h)) return new Q(e.l, 0, 0, e.opacity);
	var t = e.h * va;
	return new Q(e.l, Math.cos(t) * e.c, Math.sin(t) * e.c, e.opacity);
}
Ii($, Fa, Li(Ri, {
	brighter(e) {
		return new $(this.h, this.c, this.l + ba * (e ?? 1), this.opacity);
	},
	darker(e) {
		return new $(this.h, this.c, this.l - ba * (e ?? 1), this.opacity);
	},
	rgb() {
		return Ia(this).rgb();
	}
}));
var La = -.14861, Ra = 1.78277, za = -.29227, Ba = -.90649, Va = 1.97294, Ha = Va * Ba, Ua = Va * Ra, Wa = Ra * za - Ba * La;
function Ga(e) {
	if (e instanceof qa) return new qa(e.h, e.s, e.l, e.opacity);
	e instanceof X || (e = ia(e));
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = (Wa * r + Ha * t - Ua * n) / (Wa + Ha - Ua), a = r - i, o = (Va * (n - i) - za * a) / Ba, s = Math.sqrt(o * o + a * a) / (Va * i * (1 - i)), c = s ? Math.atan2(o, a) * ya - 120 : NaN;
	return new qa(c < 0 ? c + 360 : c, s, i, e.opacity);
}
function Ka(e, t, n, r) {
	return arguments.length === 1 ? Ga(e) : new qa(e, t, n, r ?? 1);
}
function qa(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
Ii(qa, Ka, Li(Ri, {
	brighter(e) {
		return e = e == null ? Bi : Bi ** +e, new qa(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? zi : zi ** +e, new qa(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = isNaN(this.h) ? 0 : (this.h + 120) * va, t = +this.l, n = isNaN(this.s) ? 0 : this.s * t * (1 - t), r = Math.cos(e), i = Math.sin(e);
		return new X(255 * (t + n * (La * r + Ra * i)), 255 * (t + n * (za * r + Ba * i)), 255 * (t + Va * r * n), this.opacity);
	}
}));
var Ja = (e) => () => e;
function Ya(e, t) {
	return function(n) {
		return e + n * t;
	};
}
function Xa(e, t, n) {
	return e **= +n, t = t ** +n - e, n = 1 / n, function(r) {
		return (e + r * t) ** +n;
	};
}
function Za(e, t) {
	var n = t - e;
	return n ? Ya(e, n > 180 || n < -180 ? n - 360 * Math.round(n / 360) : n) : Ja(isNaN(e) ? t : e);
}
function Qa(e) {
	return (e = +e) == 1 ? $a : function(t, n) {
		return n - t ? Xa(t, n, e) : Ja(isNaN(t) ? n : t);
	};
}
function $a(e, t) {
	var n = t - e;
	return n ? Ya(e, n) : Ja(isNaN(e) ? t : e);
}
var eo = (function e(t) {
	var n = Qa(t);
	function r(e, t) {
		var r = n((e = aa(e)).r, (t = aa(t)).r), i = n(e.g, t.g), a = n(e.b, t.b), o = $a(e.opacity, t.opacity);
		return function(t) {
			return e.r = r(t), e.g = i(t), e.b = a(t), e.opacity = o(t), e + "";
		};
	}
	return r.gamma = e, r;
})(1);
function to(e, t) {
	t ||= [];
	var n = e ? Math.min(t.length, e.length) : 0, r = t.slice(), i;
	return function(a) {
		for (i = 0; i < n; ++i) r[i] = e[i] * (1 - a) + t[i] * a;
		return r;
	};
}
function no(e) {
	return ArrayBuffer.isView(e) && !(e instanceof DataView);
}
function ro(e, t) {
	for (var n = t ? t.length : 0, r = e ? Math.min(n, e.length) : 0, i = Array(r), a = Array(n), o = 0; o < r; ++o) i[o] = po(e[o], t[o]);
	for (; o < n; ++o) a[o] = t[o];
	return function(e) {
		for (o = 0; o < r; ++o) a[o] = i[o](e);
		return a;
	};
}
function io(e, t) {
	var n = /* @__PURE__ */ new Date();
	return e = +e, t = +t, function(r) {
		return n.setTime(e * (1 - r) + t * r), n;
	};
}
function ao(e, t) {
	return e = +e, t = +t, function(n) {
		return e * (1 - n) + t * n;
	};
}
function oo(e, t) {
	var n = {}, r = {}, i;
	for (i in typeof e == "object" && e || (e = {}), typeof t == "object" && t || (t = {}), t) i in e ? n[i] = po(e[i], t[i]) : r[i] = t[i];
	return function(e) {
		for (i in n) r[i] = n[i](e);
		return r;
	};
}
var so = /[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g, co = new RegExp(so.source, "g");
function lo(e) {
	return function() {
		return e;
	};
}
function uo(e) {
	return function(t) {
		return e(t) + "";
	};
}
function fo(e, t) {
	var n = so.lastIndex = co.lastIndex = 0, r, i, a, o = -1, s = [], c = [];
	for (e += "", t += ""; (r = so.exec(e)) && (i = co.exec(t));) (a = i.index) > n && (a = t.slice(n, a), s[o] ? s[o] += a : s[++o] = a), (r = r[0]) === (i = i[0]) ? s[o] ? s[o] += i : s[++o] = i : (s[++o] = null, c.push({
		i: o,
		x: ao(r, i)
	})), n = co.lastIndex;
	return n < t.length && (a = t.slice(n), s[o] ? s[o] += a : s[++o] = a), s.length < 2 ? c[0] ? uo(c[0].x) : lo(t) : (t = c.length, function(e) {
		for (var n = 0, r; n < t; ++n) s[(r = c[n]).i] = r.x(e);
		return s.join("");
	});
}
function po(e, t) {
	var n = typeof t, r;
	return t == null || n === "boolean" ? Ja(t) : (n === "number" ? ao : n === "string" ? (r = ta(t)) ? (t = r, eo) : fo : t instanceof ta ? eo : t instanceof Date ? io : no(t) ? to : Array.isArray(t) ? ro : typeof t.valueOf != "function" && typeof t.toString != "function" || isNaN(t) ? oo : ao)(e, t);
}
function mo(e, t) {
	return e = +e, t = +t, function(n) {
		return Math.round(e * (1 - n) + t * n);
	};
}
var ho = 1e-12;
function go(e) {
	return ((e = Math.exp(e)) + 1 / e) / 2;
}
function _o(e) {
	return ((e = Math.exp(e)) - 1 / e) / 2;
}
function vo(e) {
	return ((e = Math.exp(2 * e)) - 1) / (e + 1);
}
(function e(t, n, r) {
	function i(e, i) {
		var a = e[0], o = e[1], s = e[2], c = i[0], l = i[1], u = i[2], d = c - a, f = l - o, p = d * d + f * f, m, h;
		if (p < ho) h = Math.log(u / s) / t, m = function(e) {
			return [
				a + e * d,
				o + e * f,
				s * Math.exp(t * e * h)
			];
		};
		else {
			var g = Math.sqrt(p), _ = (u * u - s * s + r * p) / (2 * s * n * g), v = (u * u - s * s - r * p) / (2 * u * n * g), y = Math.log(Math.sqrt(_ * _ + 1) - _);
			h = (Math.log(Math.sqrt(v * v + 1) - v) - y) / t, m = function(e) {
				var r = e * h, i = go(y), c = s / (n * g) * (i * vo(t * r + y) - _o(y));
				return [
					a + c * d,
					o + c * f,
					s * i / go(t * r + y)
				];
			};
		}
		return m.duration = Math.abs(h) * 1e3 * t / Math.SQRT2, m;
	}
	return i.rho = function(t) {
		var n = Math.max(.001, +t), r = n * n;
		return e(n, r, r * r);
	}, i;
})(Math.SQRT2, 2, 4);
function yo(e) {
	return (function t(n) {
		n = +n;
		function r(t, r) {
			var i = e((t = Ka(t)).h, (r = Ka(r)).h), a = $a(t.s, r.s), o = $a(t.l, r.l), s = $a(t.opacity, r.opacity);
			return function(e) {
				return t.h = i(e), t.s = a(e), t.l = o(e ** +n), t.opacity = s(e), t + "";
			};
		}
		return r.gamma = t, r;
	})(1);
}
yo(Za), yo($a);
// node_modules/d3-format/dist/d3-format.mjs
function bo(e) {
	return Math.abs(e = Math.round(e)) >= 1e21 ? e.toLocaleString("en").replace(/,/g, "") : e.toString(10);
}
function xo(e, t) {
	if (!isFinite(e) || e === 0) return null;
	var n = (e = t ? e.toExponential(t - 1) : e.toExponential()).indexOf("e"), r = e.slice(0, n);
	return [r.length > 1 ? r[0] + r.slice(2) : r, +e.slice(n + 1)];
}
function So(e) {
	return e = xo(Math.abs(e)), e ? e[1] : NaN;
}
function Co(e, t) {
	return function(n, r) {
		for (var i = n.length, a = [], o = 0, s = e[0], c = 0; i > 0 && s > 0 && (c + s + 1 > r && (s = Math.max(1, r - c)), a.push(n.substring(i -= s, i + s)), !((c += s + 1) > r));) s = e[o = (o + 1) % e.length];
		return a.reverse().join(t);
	};
}
function wo(e) {
	return function(t) {
		return t.replace(/[0-9]/g, function(t) {
			return e[+t];
		});
	};
}
var To = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
function Eo(e) {
	if (!(t = To.exec(e))) throw Error("invalid format: " + e);
	var t;
	return new Do({
		fill: t[1],
		align: t[2],
		sign: t[3],
		symbol: t[4],
		zero: t[5],
		width: t[6],
		comma: t[7],
		precision: t[8] && t[8].slice(1),
		trim: t[9],
		type: t[10]
	});
}
Eo.prototype = Do.prototype;
function Do(e) {
	this.fill = e.fill === void 0 ? " " : e.fill + "", this.align = e.align === void 0 ? ">" : e.align + "", this.sign = e.sign === void 0 ? "-" : e.sign + "", this.symbol = e.symbol === void 0 ? "" : e.symbol + "", this.zero = !!e.zero, this.width = e.width === void 0 ? void 0 : +e.width, this.comma = !!e.comma, this.precision = e.precision === void 0 ? void 0 : +e.precision, this.trim = !!e.trim, this.type = e.type === void 0 ? "" : e.type + "";
}
Do.prototype.toString = function() {
	return this.fill + this.align + this.sign + this.symbol + (this.zero ? "0" : "") + (this.width === void 0 ? "" : Math.max(1, this.width | 0)) + (this.comma ? "," : "") + (this.precision === void 0 ? "" : "." + Math.max(0, this.precision | 0)) + (this.trim ? "~" : "") + this.type;
};
function Oo(e) {
	out: for (var t = e.length, n = 1, r = -1, i; n < t; ++n) switch (e[n]) {
		case ".":
			r = i = n;
			break;
		case "0":
			r === 0 && (r = n), i = n;
			break;
		default:
			if (!+e[n]) break out;
			r > 0 && (r = 0);
	}
	return r > 0 ? e.slice(0, r) + e.slice(i + 1) : e;
}
var ko;
function Ao(e, t) {
	var n = xo(e, t);
	if (!n) return ko = void 0, e.toPrecision(t);
	var r = n[0], i = n[1], a = i - (ko = Math.max(-8, Math.min(8, Math.floor(i / 3))) * 3) + 1, o = r.length;
	return a === o ? r : a > o ? r + Array(a - o + 1).join("0") : a > 0 ? r.slice(0, a) + "." + r.slice(a) : "0." + Array(1 - a).join("0") + xo(e, Math.max(0, t + a - 1))[0];
}
function jo(e, t) {
	var n = xo(e, t);
	if (!n) return e + "";
	var r = n[0], i = n[1];
	return i < 0 ? "0." + Array(-i).join("0") + r : r.length > i + 1 ? r.slice(0, i + 1) + "." + r.slice(i + 1) : r + Array(i - r.length + 2).join("0");
}
var Mo = {
	"%": (e, t) => (e * 100).toFixed(t),
	b: (e) => Math.round(e).toString(2),
	c: (e) => e + "",
	d: bo,
	e: (e, t) => e.toExponential(t),
	f: (e, t) => e.toFixed(t),
	g: (e, t) => e.toPrecision(t),
	o: (e) => Math.round(e).toString(8),
	p: (e, t) => jo(e * 100, t),
	r: jo,
	s: Ao,
	X: (e) => Math.round(e).toString(16).toUpperCase(),
	x: (e) => Math.round(e).toString(16)
};
function No(e) {
	return e;
}
var Po = Array.prototype.map, Fo = [
	"y",
	"z",
	"a",
	"f",
	"p",
	"n",
	"µ",
	"m",
	"",
	"k",
	"M",
	"G",
	"T",
	"P",
	"E",
	"Z",
	"Y"
];
function Io(e) {
	var t = e.grouping === void 0 || e.thousands === void 0 ? No : Co(Po.call(e.grouping, Number), e.thousands + ""), n = e.currency === void 0 ? "" : e.currency[0] + "", r = e.currency === void 0 ? "" : e.currency[1] + "", i = e.decimal === void 0 ? "." : e.decimal + "", a = e.numerals === void 0 ? No : wo(Po.call(e.numerals, String)), o = e.percent === void 0 ? "%" : e.percent + "", s = e.minus === void 0 ? "−" : e.minus + "", c = e.nan === void 0 ? "NaN" : e.nan + "";
	function l(e, l) {
		e = Eo(e);
		var u = e.fill, d = e.align, f = e.sign, p = e.symbol, m = e.zero, h = e.width, g = e.comma, _ = e.precision, v = e.trim, y = e.type;
		y === "n" ? (g = !0, y = "g") : Mo[y] || (_ === void 0 && (_ = 12), v = !0, y = "g"), (m || u === "0" && d === "=") && (m = !0, u = "0", d = "=");
		var b = (l && l.prefix !== void 0 ? l.prefix : "") + (p === "$" ? n : p === "#" && /[boxX]/.test(y) ? "0" + y.toLowerCase() : ""), x = (p === "$" ? r : /[%p]/.test(y) ? o : "") + (l && l.suffix !== void 0 ? l.suffix : ""), S = Mo[y], C = /[defgprs%]/.test(y);
		_ = _ === void 0 ? 6 : /[gprs]/.test(y) ? Math.max(1, Math.min(21, _)) : Math.max(0, Math.min(20, _));
		function w(e) {
			var n = b, r = x, o, l, p;
			if (y === "c") r = S(e) + r, e = "";
			else {
				e = +e;
				var w = e < 0 || 1 / e < 0;
				if (e = isNaN(e) ? c : S(Math.abs(e), _), v && (e = Oo(e)), w && +e == 0 && f !== "+" && (w = !1), n = (w ? f === "(" ? f : s : f === "-" || f === "(" ? "" : f) + n, r = (y === "s" && !isNaN(e) && ko !== void 0 ? Fo[8 + ko / 3] : "") + r + (w && f === "(" ? ")" : ""), C) {
					for (o = -1, l = e.length; ++o < l;) if (p = e.charCodeAt(o), 48 > p || p > 57) {
						r = (p === 46 ? i + e.slice(o + 1) : e.slice(o)) + r, e = e.slice(0, o);
						break;
					}
				}
			}
			g && !m && (e = t(e, Infinity));
			var T = n.length + e.length + r.length, E = T < h ? Array(h - T + 1).join(u) : "";
			switch (g && m && (e = t(E + e, E.length ? h - r.length : Infinity), E = ""), d) {
				case "<":
					e = n + e + r + E;
					break;
				case "=":
					e = n + E + e + r;
					break;
				case "^":
					e = E.slice(0, T = E.length >> 1) + n + e + r + E.slice(T);
					break;
				default: e = E + n + e + r;
			}
			return a(e);
		}
		return w.toString = function() {
			return e + "";
		}, w;
	}
	function u(e, t) {
		var n = Math.max(-8, Math.min(8, Math.floor(So(t) / 3))) * 3, r = 10 ** -n, i = l((e = Eo(e), e.type = "f", e), { suffix: Fo[8 + n / 3] });
		return function(e) {
			return i(r * e);
		};
	}
	return {
		format: l,
		formatPrefix: u
	};
}
var Lo, Ro, zo;
Bo({
	thousands: ",",
	grouping: [3],
	currency: ["$", ""]
});
function Bo(e) {
	return Lo = Io(e), Ro = Lo.format, zo = Lo.formatPrefix, Lo;
}
function Vo(e) {
	return Math.max(0, -So(Math.abs(e)));
}
function Ho(e, t) {
	return Math.max(0, Math.max(-8, Math.min(8, Math.floor(So(t) / 3))) * 3 - So(Math.abs(e)));
}
function Uo(e, t) {
	return e = Math.abs(e), t = Math.abs(t) - e, Math.max(0, So(t) - So(e)) + 1;
}
// node_modules/d3-scale/dist/d3-scale.mjs
function Wo(e, t) {
	switch (arguments.length) {
		case 0: break;
		case 1:
			this.range(e);
			break;
		default: this.range(t).domain(e);
	}
	return this;
}
function Go(e) {
	return function() {
		return e;
	};
}
function Ko(e) {
	return +e;
}
var qo = [0, 1];
function Jo(e) {
	return e;
}
function Yo(e, t) {
	return (t -= e = +e) ? function(n) {
		return (n - e) / t;
	} : Go(isNaN(t) ? NaN : .5);
}
function Xo(e, t) {
	var n;
	return e > t && (n = e, e = t, t = n), function(n) {
		return Math.max(e, Math.min(t, n));
	};
}
function Zo(e, t, n) {
	var r = e[0], i = e[1], a = t[0], o = t[1];
	return i < r ? (r = Yo(i, r), a = n(o, a)) : (r = Yo(r, i), a = n(a, o)), function(e) {
		return a(r(e));
	};
}
function Qo(e, t, n) {
	var r = Math.min(e.length, t.length) - 1, i = Array(r), a = Array(r), o = -1;
	for (e[r] < e[0] && (e = e.slice().reverse(), t = t.slice().reverse()); ++o < r;) i[o] = Yo(e[o], e[o + 1]), a[o] = n(t[o], t[o + 1]);
	return function(t) {
		var n = Oi(e, t, 1, r) - 1;
		return a[n](i[n](t));
	};
}
function $o(e, t) {
	return t.domain(e.domain()).range(e.range()).interpolate(e.interpolate()).clamp(e.clamp()).unknown(e.unknown());
}
function es() {
	var e = qo, t = qo, n = po, r, i, a, o = Jo, s, c, l;
	function u() {
		var n = Math.min(e.length, t.length);
		return o !== Jo && (o = Xo(e[0], e[n - 1])), s = n > 2 ? Qo : Zo, c = l = null, d;
	}
	function d(i) {
		return i == null || isNaN(i = +i) ? a : (c ||= s(e.map(r), t, n))(r(o(i)));
	}
	return d.invert = function(n) {
		return o(i((l ||= s(t, e.map(r), ao))(n)));
	}, d.domain = function(t) {
		return arguments.length ? (e = Array.from(t, Ko), u()) : e.slice();
	}, d.range = function(e) {
		return arguments.length ? (t = Array.from(e), u()) : t.slice();
	}, d.rangeRound = function(e) {
		return t = Array.from(e), n = mo, u();
	}, d.clamp = function(e) {
		return arguments.length ? (o = e ? !0 : Jo, u()) : o !== Jo;
	}, d.interpolate = function(e) {
		return arguments.length ? (n = e, u()) : n;
	}, d.unknown = function(e) {
		return arguments.length ? (a = e, d) : a;
	}, function(e, t) {
		return r = e, i = t, u();
	};
}
function ts() {
	return es()(Jo, Jo);
}
function ns(e, t, n, r) {
	var i = Fi(e, t, n), a;
	switch (r = Eo(r ?? ",f"), r.type) {
		case "s":
			var o = Math.max(Math.abs(e), Math.abs(t));
			return r.precision == null && !isNaN(a = Ho(i, o)) && (r.precision = a), zo(r, o);
		case "":
		case "e":
		case "g":
		case "p":
		case "r":
			r.precision == null && !isNaN(a = Uo(i, Math.max(Math.abs(e), Math.abs(t)))) && (r.precision = a - (r.type === "e"));
			break;
		case "f":
		case "%": r.precision == null && !isNaN(a = Vo(i)) && (r.precision = a - (r.type === "%") * 2);
	}
	return Ro(r);
}
function rs(e) {
	var t = e.domain;
	return e.ticks = function(e) {
		var n = t();
		return Ni(n[0], n[n.length - 1], e ?? 10);
	}, e.tickFormat = function(e, n) {
		var r = t();
		return ns(r[0], r[r.length - 1], e ?? 10, n);
	}, e.nice = function(n) {
		n ??= 10;
		var r = t(), i = 0, a = r.length - 1, o = r[i], s = r[a], c, l, u = 10;
		for (s < o && (l = o, o = s, s = l, l = i, i = a, a = l); u-- > 0;) {
			if (l = Pi(o, s, n), l === c) return r[i] = o, r[a] = s, t(r);
			if (l > 0) o = Math.floor(o / l) * l, s = Math.ceil(s / l) * l;
			else if (l < 0) o = Math.ceil(o * l) / l, s = Math.floor(s * l) / l;
			else break;
			c = l;
		}
		return e;
	}, e;
}
function is() {
	var e = ts();
	return e.copy = function() {
		return $o(e, is());
	}, Wo.apply(e, arguments), rs(e);
}
// mcp/views/parts/charts/trend-shape.ts
function as(e, t) {
	let n = e.filter((e) => e.value !== null);
	return n.findLast((e) => !t(e)) ?? n.at(-1) ?? null;
}
function os([e, t], n = 3) {
	let r = is(e === t ? [e - 1, t + 1] : [e, t], [0, 1]).nice(n);
	return {
		domain: r.domain(),
		ticks: r.ticks(n)
	};
}
function ss(e) {
	let [t, n] = [Infinity, -Infinity];
	for (let r of e) r != null && Number.isFinite(r) && (t = Math.min(t, r), n = Math.max(n, r));
	return t > n ? null : [t, n];
}
function cs(e, t, n) {
	let r = {
		solid: "",
		dashed: "",
		band: ""
	}, i;
	e.forEach(({ at: a, value: o, actualShare: s = 1 }, c) => {
		let l = e[c - 1];
		if (o === null || l === void 0 || l.value === null) return void (i = void 0);
		let u = (l.actualShare ?? 1) >= 1 && s >= 1 ? "solid" : "dashed";
		i !== u && (r[u] += `M${t(l.at)},${n(l.value)}`), r[u] += `L${t(a)},${n(o)}`, i = u;
	});
	for (let i = 0; i < e.length; i++) {
		let a = i;
		for (; ls(e[a]);) a++;
		if (a - i < 2) continue;
		let o = e.slice(i, a), s = o.map(({ at: e, high: r }) => `${t(e)},${n(r)}`), c = o.toReversed().map(({ at: e, low: r }) => `${t(e)},${n(r)}`);
		r.band += `M${[...s, ...c].join("L")}Z`, i = a;
	}
	return r;
}
function ls(e) {
	return typeof e?.low == "number" && typeof e.high == "number";
}
function us(e) {
	return Math.round(e * 10) / 10;
}
function ds(e, t) {
	let n = 0;
	return e.forEach((r, i) => {
		Math.abs(r - t) < Math.abs(e[n] - t) && (n = i);
	}), n;
}
// mcp/views/parts/use-width.ts
function fs(e = 640) {
	let t = pt(null), [n, r] = ut(e);
	return ft(() => {
		let e = t.current;
		if (e === null) return;
		r(e.clientWidth);
		let n = new ResizeObserver(() => r(e.clientWidth));
		return n.observe(e), () => n.disconnect();
	}, []), [t, n];
}
// mcp/views/parts/charts/chart-cursor.tsx
var ps = {
	ArrowLeft: -1,
	ArrowDown: -1,
	ArrowRight: 1,
	ArrowUp: 1,
	PageUp: 5,
	PageDown: -5
}, ms = 6;
function hs(e) {
	let { label: t, read: n, at: r, left: i, right: a, top: o, bottom: s, width: c, focusable: l = !0, onBrush: u, onClick: d } = e, f = pt(null), [p, m] = ut(r.length - 1), [h, g] = ut(!1), [_, v] = ut(null), y = Math.max(0, Math.min(p, r.length - 1)), b = pt(y);
	b.current = y, ft(() => {
		let e = f.current, t = e.closest("[data-arrows]") ?? e, n = (e) => {
			if (e.altKey || e.ctrlKey || e.metaKey) return;
			if (e.key === "Escape") return g(!1);
			let t = r.length - 1, n = e.key === "Home" ? 0 : e.key === "End" ? t : e.key in ps ? b.current + ps[e.key] : void 0;
			n !== void 0 && (e.preventDefault(), m(Math.max(0, Math.min(t, n))), g(!0));
		}, i = () => g(!1);
		return t.addEventListener("keydown", n), t.addEventListener("focusout", i), () => {
			t.removeEventListener("keydown", n), t.removeEventListener("focusout", i);
		};
	}, [r.length]);
	let x = (e) => e.clientX - f.current.getBoundingClientRect().left + i, [C, w] = _ === null ? [0, 0] : [Math.min(_.from, _.to), Math.max(_.from, _.to)], T = u !== void 0 && w - C >= ms, E = n(y), D = _s(E), O = r[y];
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("div", {
		ref: f,
		class: `ch-cursor${u === void 0 ? "" : " ch-ranged"}`,
		...l && {
			role: "slider",
			tabIndex: 0,
			"aria-label": t,
			"aria-valuemin": 0,
			"aria-valuemax": r.length - 1,
			"aria-valuenow": y,
			"aria-valuetext": D
		},
		style: {
			left: `${i}px`,
			top: `${o}px`,
			width: `${a - i}px`,
			height: `${s - o}px`
		},
		onFocus: () => g(!0),
		onPointerDown: (e) => {
			u !== void 0 && e.pointerType === "mouse" && e.button === 0 && (f.current.setPointerCapture(e.pointerId), v({
				from: x(e),
				to: x(e)
			}));
		},
		onPointerMove: (e) => {
			m(ds(r, x(e))), g(!0), _ !== null && v({
				..._,
				to: x(e)
			});
		},
		onPointerUp: () => {
			T && u(ds(r, C), ds(r, w));
		},
		onClick: () => {
			T || d?.(), v(null);
		},
		onPointerCancel: () => v(null),
		onPointerLeave: () => {
			document.activeElement !== f.current && g(!1);
		},
		children: [T && /* @__PURE__ */ K("span", {
			class: "ch-brush",
			style: {
				left: `${Math.max(0, C - i)}px`,
				width: `${Math.min(w, a) - Math.max(C, i)}px`
			}
		}), h && /* @__PURE__ */ K("span", {
			class: "ch-reading",
			style: { left: `${O - i}px` }
		})]
	}), h && /* @__PURE__ */ K("div", {
		class: "ch-tip",
		"aria-live": l ? void 0 : "polite",
		style: O < c / 2 ? { left: `${O + 8}px` } : { right: `${c - O + 8}px` },
		children: gs(E) ? D : /* @__PURE__ */ K(vs, { ...E })
	})] });
}
function gs({ facts: e }) {
	return e.length === 1 && e[0].name === void 0;
}
function _s({ title: e, facts: t }) {
	return `${e}: ${t.map(({ name: e, text: t }) => e === void 0 ? t : `${e} ${t}`).join("; ")}`;
}
function vs({ title: e, facts: t }) {
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("b", { children: e }), t.map(({ name: e, series: t, text: n }) => /* @__PURE__ */ K("div", { children: [
		e !== void 0 && /* @__PURE__ */ K("b", {
			class: t === void 0 ? void 0 : `series-${t}`,
			children: e
		}),
		" ",
		n
	] }, e ?? n))] });
}
// mcp/views/parts/charts/labels.ts
function ys(e) {
	let t = 0;
	for (let n of e) t += n.codePointAt(0) > 11903 ? 12.5 : "%@MW₩".includes(n) ? 10.5 : 7;
	return t;
}
function bs(e, t, n, r) {
	let i = e.map((e, t) => t).sort((t, n) => e[t] - e[n] || t - n), a = [...e];
	i.forEach((r, o) => {
		let s = o === 0 ? n : a[i[o - 1]] + t;
		a[r] = Math.max(e[r], s);
	});
	let o = r;
	for (let e of i.toReversed()) a[e] = Math.min(a[e], o), o = a[e] - t;
	if (i.length === 2) {
		let [o, s] = i, c = t - (e[s] - e[o]);
		if (c > 0) {
			let i = Math.min(Math.max(e[o] - c / 2, n), r - t);
			a[o] = i, a[s] = i + t;
		}
	}
	return a;
}
function xs(e, t, n, r = 10) {
	let i = e.length - 1;
	if (i < 0) return [];
	let a = (r) => {
		let i = ys(t[r]), a = Math.max(0, Math.min(e[r] - i / 2, n - i));
		return {
			index: r,
			x: a,
			end: a + i
		};
	};
	for (let e = 1; e < i; e++) {
		let t = [], n = a(i), o = -Infinity, s = !0;
		for (let c = 0; c < i; c += e) {
			let e = a(c);
			e.x < o + r && (s = !1), e.end + r > n.x && c > 0 || (t.push(e), o = e.end);
		}
		if (s && o + r <= n.x) return [...t, n].map(({ index: e, x: t }) => ({
			index: e,
			x: t
		}));
	}
	let [o, s] = [a(0), a(i)];
	return (i === 0 || o.end + r > s.x ? [s] : [o, s]).map(({ index: e, x: t }) => ({
		index: e,
		x: t
	}));
}
function Ss(e, t = 4) {
	let n = [];
	for (let { x: r, letter: i } of e.toSorted((e, t) => e.x - t.x)) {
		let e = n.at(-1), a = e === void 0 ? 0 : (ys(Cs(e.letters)) + ys(i)) / 2 + t;
		e !== void 0 && r - e.x < a ? e.letters.push(i) : n.push({
			x: r,
			letters: [i]
		});
	}
	return n.map(({ x: e, letters: t }) => ({
		x: e,
		text: Cs(t)
	}));
}
function Cs(e) {
	let t = [...new Set(e)];
	return t.length > 2 ? `${t[0]}–${t.at(-1)}` : t.join(" ");
}
// mcp/views/parts/charts/line-chart.tsx
var ws = 20, Ts = 22, Es = 15, Ds = 8, Os = 5;
function ks(e) {
	let { summary: t, stops: n, lines: r, scale: i, writeTick: a, target: o = null, marks: s = [], areas: c = [], title: l, height: u = 136, fixed: d, read: f, children: p } = e, [m, h] = fs(280), g = u - Ts - (l === void 0 ? 0 : Es), [_, v] = i.domain, y = (e) => us(g - (_ === v ? .5 : (e - _) / (v - _)) * (g - ws)), b = d === void 0 ? As(r, o, a) : [], x = d?.left ?? Math.max(-4, ...i.ticks.map((e) => ys(a(e)))) + Ds, S = d?.right ?? Math.max(0, ...b.map(({ text: e }) => ys(e))) * 1.12 + Ds + 2, C = Math.max(x + 40, h - S), w = d === void 0 ? 4 : 0, [T, E] = d === void 0 ? [n[0]?.at ?? 0, n.at(-1)?.at ?? 0] : [d.from, d.to], D = (e) => us(T === E ? (x + C) / 2 : x + w + (e - T) / (E - T) * (C - x - 2 * w)), O = n.map((e) => D(e.at)), k = (C - x) / Math.max(1, n.length - 1), A = Math.min(k, 40) / 2, j = (e) => {
		let [t, n] = [Math.max(x, e - A), Math.min(C, e + A)];
		return {
			x: t,
			y: 16,
			width: n - t,
			height: g - ws + 4
		};
	}, M = s.map(({ index: e, letter: t }) => ({
		x: O[e],
		letter: t
	})), N = bs(b.map(({ value: e }) => y(e)), 14, ws, g);
	return /* @__PURE__ */ K("div", {
		class: "trend",
		ref: m,
		children: [/* @__PURE__ */ K("svg", {
			width: h,
			height: u,
			viewBox: `0 0 ${h} ${u}`,
			role: "img",
			"aria-label": t,
			children: [
				c.map((e) => /* @__PURE__ */ K(Ms, {
					...e,
					x: D,
					left: x,
					right: C,
					bottom: g
				}, e.kind)),
				n.map(({ part: e, label: t }, n) => e !== void 0 && /* @__PURE__ */ K("rect", {
					class: "ch-part",
					"data-stop": t,
					...j(O[n])
				}, t)),
				i.ticks.map((e) => /* @__PURE__ */ K("g", { children: [/* @__PURE__ */ K("path", {
					class: "ch-grid",
					d: `M${x},${y(e)}H${C}`
				}), /* @__PURE__ */ K("text", {
					x: x - 6,
					y: y(e) + 4,
					"text-anchor": "end",
					"data-tick": e,
					children: a(e)
				})] }, e)),
				r.length === 1 && r[0].points.map(({ actualShare: e = 1, value: t, at: n }) => t !== null && e > 0 && e < 1 && /* @__PURE__ */ K(Ns, { ...j(D(n)) }, n)),
				o !== null && /* @__PURE__ */ K("path", {
					class: "ch-target",
					"data-target": o,
					d: `M${x},${y(o)}H${C}`
				}),
				M.map(({ x: e, letter: t }) => /* @__PURE__ */ K("g", { children: [/* @__PURE__ */ K("path", {
					class: "ch-stalk",
					d: `M${e},16V${g}`
				}), /* @__PURE__ */ K("path", {
					class: "ch-event",
					d: `M${e - 4},${g + 1}h8l-4,-6z`
				})] }, t)),
				Ss(M).map(({ x: e, text: t }) => /* @__PURE__ */ K("text", {
					class: "ch-strong",
					x: e,
					y: 12,
					"text-anchor": "middle",
					children: t
				}, e)),
				r.map((e, t) => /* @__PURE__ */ K(js, {
					...e,
					x: D,
					y
				}, t)),
				b.map(({ text: e, kind: t }, n) => /* @__PURE__ */ K("text", {
					class: t,
					x: C + Ds,
					y: N[n] + 4,
					children: e
				}, n)),
				xs(O, n.map(({ label: e }) => e), h).map(({ index: e, x: t }) => /* @__PURE__ */ K("text", {
					x: t,
					y: g + Ts - 5,
					children: n[e].label
				}, e)),
				l !== void 0 && /* @__PURE__ */ K("text", {
					x: (x + C) / 2,
					y: u - 4,
					"text-anchor": "middle",
					children: l
				}),
				p?.({
					x: D,
					y,
					left: x,
					right: C,
					bottom: g
				})
			]
		}), f !== void 0 && O.length > 0 && /* @__PURE__ */ K(hs, {
			...e,
			read: f,
			at: O,
			left: x,
			right: C,
			width: h,
			top: 16,
			bottom: g
		})]
	});
}
function As(e, t, n) {
	let r = e.flatMap(({ end: e, series: t }) => e == null ? [] : [{
		...e,
		kind: t === void 0 ? "ch-value" : `ch-named series-${t}`
	}]);
	return t === null ? r : [...r, {
		value: t,
		text: n(t),
		kind: void 0
	}];
}
function js({ name: e, kind: t = "values", series: n, points: r, x: i, y: a }) {
	let { solid: o, dashed: s, band: c } = cs(r, i, a), l = r.length === 1 && r[0].value !== null ? `M${i(r[0].at)},${a(r[0].value)}h0.1` : "", u = r.findLast(({ value: e }) => e !== null), d = r.length < 2 ? Infinity : (i(r.at(-1).at) - i(r[0].at)) / (r.length - 1), f = (e) => (r[e - 1]?.value ?? r[e + 1]?.value ?? null) === null;
	return /* @__PURE__ */ K("g", {
		class: n === void 0 ? void 0 : `series-${n}`,
		"data-line": e,
		children: [
			c !== "" && /* @__PURE__ */ K("path", {
				class: "ch-band",
				d: c
			}),
			r.map(({ at: e, first: t, value: n }) => typeof t == "number" && n !== null && /* @__PURE__ */ K("path", {
				class: "ch-first",
				d: `M${i(e)},${a(t)}V${a(n)}M${i(e) - 4},${a(t)}h8`
			}, e)),
			/* @__PURE__ */ K("path", {
				class: `ch-line ch-${t}`,
				d: t === "values" ? o : o || l
			}),
			s !== "" && /* @__PURE__ */ K("path", {
				class: "ch-line ch-forecast",
				d: s
			}),
			t === "values" && r.map((e, t) => e.value !== null && (d >= Os || e === u || f(t)) && /* @__PURE__ */ K("circle", {
				class: (e.actualShare ?? 1) >= 1 ? "ch-dot" : "ch-dot ch-hollow",
				cx: i(e.at),
				cy: a(e.value),
				r: e === u ? 3.4 : d < 9 ? 1.6 : 2.5
			}, e.at))
		]
	});
}
function Ms({ from: e, to: t, kind: n, label: r, x: i, left: a, right: o, bottom: s }) {
	let [c, l] = [e, t].map((e) => Math.max(a, Math.min(o, i(e))));
	return l <= c ? null : /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("rect", {
		class: `ch-${n}`,
		x: c,
		y: 16,
		width: l - c,
		height: s - ws + 4
	}), r !== void 0 && l - c > ys(r) && /* @__PURE__ */ K("text", {
		x: c + 4,
		y: 12,
		children: r
	})] });
}
function Ns({ x: e, y: t, width: n, height: r }) {
	let i = "";
	for (let a = t - n; a < t + r; a += 6) {
		let [o, s] = [Math.max(0, t - a), Math.min(n, t + r - a)];
		s > o && (i += `M${e + o},${a + o}L${e + s},${a + s}`);
	}
	return /* @__PURE__ */ K("path", {
		class: "ch-hatch",
		d: i
	});
}
// mcp/views/parts/charts/trend-words.ts
function Ps(e, t) {
	return `${e.label}: ${Fs(e, t)}`;
}
function Fs({ value: e, actualShare: t, low: n, high: r, first: i, note: a }, o) {
	if (e === null) return "not known";
	let s = t >= 1 ? "actual" : t <= 0 ? "forecast" : `${Math.floor(t * 100)}% actual`, c = typeof n == "number" && typeof r == "number" ? `, 80% interval ${o(n)} to ${o(r)}` : "";
	return `${o(e)}, ${s}${c}${typeof i == "number" ? `, first estimate ${o(i)}` : ""}${a === void 0 ? "" : `, ${a}`}`;
}
function Is({ label: e, points: t, write: n, target: r = null }) {
	let i = t.filter(({ value: e }) => e !== null), [a, o] = [i[0], i.at(-1)];
	if (a === void 0 || o === void 0) return `${e}: nothing known`;
	let s = i.findLast(({ actualShare: e }) => e >= 1), c = s === o ? "all actual" : s === void 0 ? "all forecast" : `actual through ${s.label}`;
	return `${e}: ${a === o ? Ps(o, n) : `${a.label} ${n(a.value)} to ${o.label} ${n(o.value)}, ${c}`}${r === null ? "" : `; target ${n(r)}`}`;
}
// mcp/views/parts/charts/trend.tsx
function Ls({ points: e, write: t, writeTick: n = t, selected: r = null, ...i }) {
	let a = as(e, ({ note: e }) => e !== void 0);
	return /* @__PURE__ */ K(ks, {
		...i,
		writeTick: n,
		summary: Is({
			...i,
			points: e,
			write: t
		}),
		stops: e.map(({ label: e, note: t }, n) => ({
			at: n,
			label: e,
			part: t
		})),
		lines: [{
			name: i.label,
			points: e.map((e, t) => ({
				...e,
				at: t
			})),
			end: a && {
				value: a.value,
				text: t(a.value)
			}
		}],
		areas: r === null || e.length < 2 ? [] : [{
			from: r[0] - .5,
			to: r[1] + .5,
			kind: "selected"
		}],
		read: (n) => ({
			title: e[n].label,
			facts: [{ text: Fs(e[n], t) }]
		})
	});
}
// mcp/page/today/weeks.tsx
function Rs({ app: e }) {
	let { name: t, targetDsi: n, target: r, currency: i, events: a } = e, o = Bs(e), { roas: s, day: c } = J(i), l = ss([r, ...o.map((e) => e.roas)]);
	if (l === null) return /* @__PURE__ */ K("p", {
		class: "m s",
		children: "No ROAS of these weeks is known."
	});
	let u = (l[1] - l[0]) * .15, d = zs(e), f = a.filter(({ id: e }) => d.some((t) => t.id === e));
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K(Ls, {
		label: `${t}: D${n} ROAS by install week`,
		points: o.map((e) => Vs(e, c)),
		scale: {
			domain: [l[0] - u, l[1] + u],
			ticks: []
		},
		write: s,
		target: r,
		marks: d,
		height: 96,
		focusable: !1
	}), f.length > 0 && /* @__PURE__ */ K("p", {
		class: "m s evs",
		children: f.map(({ id: e, title: t, startDate: n }) => /* @__PURE__ */ K("span", { children: [
			/* @__PURE__ */ K("b", { children: d.find((t) => t.id === e).letter }),
			" ",
			c(n),
			" ",
			/* @__PURE__ */ K("bdi", { children: t })
		] }, e))
	})] });
}
function zs(e) {
	let t = Bs(e), n = q(t.at(-1)?.startDate ?? "1970-01-01", 6);
	return e.events.filter(({ startDate: e }) => e <= n).filter(({ network: e, campaign: n, startDate: r }) => e === null && n === null && r >= (t[0]?.startDate ?? "")).slice(-3).map(({ id: e, startDate: n }, r) => ({
		id: e,
		index: t.findLastIndex((e) => e.startDate <= n),
		letter: String.fromCharCode(65 + r)
	}));
}
function Bs({ weeks: e, dataThrough: t }) {
	return e.filter(({ startDate: e }) => t !== null && q(e, 6) <= t);
}
function Vs({ startDate: e, roas: t, actualShare: n }, r) {
	return {
		label: r(e),
		value: t,
		actualShare: n
	};
}
// mcp/views/parts/charts/bullet.tsx
var [Hs, Us] = [.5, 1.5];
function Ws({ share: e, low: t = null, high: n = null, threshold: r, labeled: i = !1, width: a = 240 }) {
	let o = (e) => Math.max(5, Math.min(a - 5, (e - Hs) / (Us - Hs) * a)), s = (e) => `${Math.round(e * 100)}%`, c = e < Hs ? -1 : +(e > Us), l = t !== null && n !== null, u = `${s(e)} of target${l ? `, 80% interval ${s(t)} to ${s(n)}` : ""}`, d = o(e);
	return /* @__PURE__ */ K("svg", {
		class: `bullet ch-${on(e, r)}`,
		width: "100%",
		viewBox: `0 0 ${a} ${i ? 30 : 16}`,
		role: "img",
		"aria-label": u,
		style: { maxWidth: `${a}px` },
		children: [
			/* @__PURE__ */ K("rect", {
				class: "ch-hold",
				x: o(1 - r),
				y: "1",
				width: o(1 + r) - o(1 - r),
				height: "14"
			}),
			/* @__PURE__ */ K("path", {
				class: "ch-grid",
				d: `M0,8H${a}`
			}),
			/* @__PURE__ */ K("path", {
				class: "ch-at",
				d: `M${o(1)},0v16`
			}),
			l && /* @__PURE__ */ K("path", {
				class: "ch-whisker",
				d: `M${o(t)},8H${o(n)}M${o(t)},4v8M${o(n)},4v8`
			}),
			c === 0 ? /* @__PURE__ */ K("circle", {
				class: "ch-at-value",
				cx: d,
				cy: "8",
				r: "4.5"
			}) : /* @__PURE__ */ K("path", {
				class: "ch-at-value",
				d: `M${d + c * 5},8l${-c * 9},-5v10z`
			}),
			i && /* @__PURE__ */ K(S, { children: [
				/* @__PURE__ */ K("text", {
					x: "0",
					y: "28",
					children: "50%"
				}),
				/* @__PURE__ */ K("text", {
					x: o(1),
					y: "28",
					"text-anchor": "middle",
					children: "target"
				}),
				/* @__PURE__ */ K("text", {
					x: a,
					y: "28",
					"text-anchor": "end",
					children: "150%"
				})
			] })
		]
	});
}
// mcp/views/parts/charts/trend-key.tsx
var Gs = {
	actual: ["actual", /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("path", {
		class: "ch-line",
		d: "M1,7h24"
	}), /* @__PURE__ */ K("circle", {
		class: "ch-dot",
		cx: "13",
		cy: "7",
		r: "2.6"
	})] })],
	forecast: ["forecast", /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("path", {
		class: "ch-line ch-forecast",
		d: "M1,7h24"
	}), /* @__PURE__ */ K("circle", {
		class: "ch-dot ch-hollow",
		cx: "13",
		cy: "7",
		r: "2.6"
	})] })],
	line: ["", /* @__PURE__ */ K("path", {
		class: "ch-line",
		d: "M1,7h24"
	})],
	one: ["", /* @__PURE__ */ K("path", {
		class: "ch-line ch-one",
		d: "M1,7h24"
	})],
	bar: ["", /* @__PURE__ */ K("rect", {
		class: "ch-bar ch-partly",
		x: "1",
		y: "2",
		width: "24",
		height: "10"
	})],
	interval: ["80% interval", /* @__PURE__ */ K("rect", {
		class: "ch-band",
		y: "2",
		width: "26",
		height: "10"
	})],
	partly: ["partly actual", /* @__PURE__ */ K("path", {
		class: "ch-hatch",
		d: "M4,13l8,-12M10,13l8,-12M16,13l8,-12"
	})],
	part: ["part of a period", /* @__PURE__ */ K("rect", {
		class: "ch-part",
		x: "4",
		y: "1",
		width: "18",
		height: "12"
	})],
	young: ["", /* @__PURE__ */ K("rect", {
		class: "ch-young",
		y: "2",
		width: "26",
		height: "10"
	})],
	settled: ["", /* @__PURE__ */ K("rect", {
		class: "ch-settled",
		y: "2",
		width: "26",
		height: "10"
	})],
	target: ["target", /* @__PURE__ */ K("path", {
		class: "ch-target",
		d: "M1,7h24"
	})],
	event: ["event", /* @__PURE__ */ K("path", {
		class: "ch-event",
		d: "M9,12h8l-4,-7z"
	})],
	first: ["first estimate", /* @__PURE__ */ K("path", {
		class: "ch-first",
		d: "M13,2v10M9,2h8"
	})],
	hold: ["HOLD band around the target", /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("rect", {
		class: "ch-hold",
		x: "6",
		width: "14",
		height: "14"
	}), /* @__PURE__ */ K("path", {
		class: "ch-at",
		d: "M13,0v14"
	})] })],
	today: ["today", /* @__PURE__ */ K("circle", {
		class: "ch-step",
		cx: "13",
		cy: "7",
		r: "4.5"
	})],
	planned: ["this plan, 80% interval of its change", /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("path", {
		class: "ch-whisker",
		d: "M13,0v14M9,0.9h8M9,13.1h8"
	}), /* @__PURE__ */ K("circle", {
		class: "ch-dot",
		cx: "13",
		cy: "7",
		r: "3.4"
	})] })]
};
function Ks({ entries: e }) {
	return /* @__PURE__ */ K("ul", {
		class: "ch-key",
		"aria-label": "Key",
		children: e.filter((e) => e !== !1).map((e) => typeof e == "string" ? {
			mark: e,
			words: Gs[e][0]
		} : e).map(({ mark: e, words: t, series: n }) => /* @__PURE__ */ K("li", { children: [/* @__PURE__ */ K("svg", {
			class: n === void 0 ? void 0 : `series-${n}`,
			width: "26",
			height: "14",
			"aria-hidden": "true",
			children: Gs[e][1]
		}), t] }, t))
	});
}
// mcp/page/today/app-rows.tsx
function qs({ app: e, now: t }) {
	let { appId: n, name: r, currency: i, dataThrough: a, roasType: o, revenueType: s, spend: c, targetDsi: l, openAlertCampaigns: u, openAlertGap: d, pacing: f } = e, p = J(i), { day: m, money: h, range: g } = p, _ = a === null ? 0 : Pn(a, t), v = a !== null && _ === 0;
	return /* @__PURE__ */ K("article", {
		class: "ar",
		"aria-label": r,
		"data-arrows": !0,
		children: [
			/* @__PURE__ */ K("div", { children: [
				/* @__PURE__ */ K(oi, {
					class: "clamp cover",
					to: We(n),
					children: /* @__PURE__ */ K("bdi", { children: r })
				}),
				/* @__PURE__ */ K("div", {
					class: "m s",
					children: [
						i,
						" · ",
						o.replaceAll("_", " "),
						", ",
						s
					]
				}),
				/* @__PURE__ */ K("div", {
					class: _ > 0 ? "s warn" : "s m",
					children: a === null ? "No data yet" : Zs(m(a), _)
				})
			] }),
			/* @__PURE__ */ K("div", { children: [
				/* @__PURE__ */ K("span", {
					class: "lab",
					children: v ? "Spend yesterday" : "Spend"
				}),
				/* @__PURE__ */ K("div", {
					class: "big",
					children: h(c.day)
				}),
				a !== null && /* @__PURE__ */ K("div", {
					class: "m s",
					children: [
						!v && /* @__PURE__ */ K("span", {
							class: "warn",
							children: [m(a), ", "]
						}),
						Qs(c.day, c.dayBefore, p),
						" vs ",
						m(q(a, -1))
					]
				}),
				/* @__PURE__ */ K(Xs, { app: e })
			] }),
			/* @__PURE__ */ K("div", { children: [
				/* @__PURE__ */ K("span", {
					class: "lab",
					children: "Last 7 days"
				}),
				/* @__PURE__ */ K("div", {
					class: "big",
					children: h(c.week)
				}),
				a !== null && /* @__PURE__ */ K("div", {
					class: "m s",
					children: [
						Qs(c.week, c.weekBefore, p),
						" vs ",
						g(q(a, -13), q(a, -7))
					]
				})
			] }),
			/* @__PURE__ */ K("div", { children: [/* @__PURE__ */ K("span", {
				class: "lab",
				children: [
					"D",
					l,
					" ROAS, installs of the last 7 days"
				]
			}), /* @__PURE__ */ K(Js, { app: e })] }),
			/* @__PURE__ */ K("div", { children: [/* @__PURE__ */ K("span", {
				class: "lab",
				children: [
					"D",
					l,
					" ROAS, full calendar weeks"
				]
			}), /* @__PURE__ */ K(Rs, { app: e })] }),
			/* @__PURE__ */ K("div", { children: [/* @__PURE__ */ K("span", {
				class: "lab",
				children: "Open alerts"
			}), u === 0 ? /* @__PURE__ */ K("div", {
				class: "m",
				children: "None"
			}) : /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("div", {
				class: "big",
				children: [d === null ? u : h(d), d !== null && /* @__PURE__ */ K("span", {
					class: "s m per",
					children: "/day"
				})]
			}), /* @__PURE__ */ K("div", {
				class: "m s",
				children: [d !== null && "off target, ", /* @__PURE__ */ K(oi, {
					class: "lnk over",
					to: {
						...He,
						app: n
					},
					children: d === null ? "campaigns" : Ln(u, "campaign", p)
				})]
			})] })] }),
			/* @__PURE__ */ K(vi, {
				pacing: f,
				format: p
			})
		]
	});
}
function Js({ app: e }) {
	let { targetDsi: t, target: n, roas: r, weeks: i, currency: a, dataThrough: o, actionThreshold: s } = e, c = J(a), { roas: l, points: u, range: d } = c, f = qr(e, r.week), [p, m] = yi(e, r.week, r.weekActualShare ?? 0), h = i.findLast((e) => e.actualShare === 1 && e.roas !== null);
	return r.week === null ? /* @__PURE__ */ K("div", {
		class: "m",
		children: ["–, ", o === null ? "no data yet" : "revenue is not known for all of these installs"]
	}) : /* @__PURE__ */ K(S, { children: [
		/* @__PURE__ */ K("div", {
			class: "rate",
			children: [/* @__PURE__ */ K("span", {
				class: "big",
				children: l(r.week)
			}), /* @__PURE__ */ K("span", {
				class: "tag f",
				children: [
					"D",
					t,
					" ",
					r.weekActualShare === 1 ? "actual" : "forecast"
				]
			})]
		}),
		f !== null && /* @__PURE__ */ K("div", {
			class: "target",
			children: /* @__PURE__ */ K(Ws, {
				share: f,
				low: p === null ? null : p / n,
				high: m === null ? null : m / n,
				threshold: s,
				width: 230
			})
		}),
		/* @__PURE__ */ K("div", {
			class: "s",
			children: [
				f === null ? /* @__PURE__ */ K("span", {
					class: "m",
					children: "No target"
				}) : /* @__PURE__ */ K(S, { children: [
					/* @__PURE__ */ K(Ys, {
						app: e,
						share: f
					}),
					" ",
					/* @__PURE__ */ K("span", {
						class: "m",
						children: [
							"(",
							l(n),
							")"
						]
					})
				] }),
				p !== null && /* @__PURE__ */ K("div", {
					class: "m",
					children: bi(p, m, c)
				}),
				r.weekBefore !== null && /* @__PURE__ */ K("div", {
					class: "m",
					children: [u(r.week - r.weekBefore), " on the 7 days before"]
				})
			]
		}),
		h !== void 0 && /* @__PURE__ */ K("div", {
			class: "s m",
			children: [
				"Latest actual week ",
				l(h.roas),
				", ",
				d(h.startDate, q(h.startDate, 6))
			]
		})
	] });
}
function Ys({ app: e, share: t }) {
	let n = on(t, e.actionThreshold);
	return /* @__PURE__ */ K("span", {
		class: n === "held" ? "m b" : `${n} b`,
		children: Nn(t, J(e.currency))
	});
}
function Xs({ app: e }) {
	let { yesterday: t, targetDsi: n, currency: r } = e;
	if (t === null) return null;
	let { roas: i } = J(r), { roas: a, reason: o, roasLow: s, roasHigh: c, actualShare: l } = t, u = qr(e, a), d = `D${n} ROAS`;
	return a === null ? /* @__PURE__ */ K("div", {
		class: "s m",
		children: o === "too_young" ? `Its ${d} is not known yet` : `No ${d} without spend`
	}) : /* @__PURE__ */ K("div", {
		class: "s",
		children: [
			d,
			" ",
			l < 1 && "forecast ",
			/* @__PURE__ */ K("b", {
				class: "b",
				children: i(a)
			}),
			u !== null && /* @__PURE__ */ K("div", { children: /* @__PURE__ */ K(Ys, {
				app: e,
				share: u
			}) }),
			s !== null && c !== null && /* @__PURE__ */ K("div", {
				class: "m",
				children: bi(s, c, J(r))
			}),
			/* @__PURE__ */ K(oi, {
				class: "lnk over",
				to: We(e.appId, {
					from: t.date,
					to: t.date,
					sort: "gap"
				}),
				children: "What moved it"
			})
		]
	});
}
function Zs(e, t) {
	return t === 0 ? `Through ${e}` : `Through ${e}, ${t} ${t === 1 ? "day" : "days"} late`;
}
function Qs(e, t, { signedShare: n }) {
	return n(e === null || t === null || t === 0 ? null : e / t - 1);
}
var $s = new Intl.DateTimeFormat("en-US", {
	month: "long",
	timeZone: "UTC"
});
function ec(e) {
	let t = e.filter(({ trackRecord: e }) => e.decisions >= 20 && typeof e.rightShare == "number");
	return [...new Set(t.map(({ currency: e }) => e))].map((e) => {
		let n = t.filter((t) => t.currency === e).map(({ trackRecord: e }) => e), r = n.reduce((e, { dailySpend: t = 0 }) => e + t, 0), i = (e) => n.reduce((t, n) => t + (n.dailySpend ?? 0) * (n[e] ?? 0), 0) / r;
		return {
			currency: e,
			calls: n.reduce((e, { decisions: t }) => e + t, 0),
			since: n.flatMap(({ since: e }) => e ?? []).sort()[0] ?? null,
			right: i("rightShare"),
			opposite: i("oppositeShare")
		};
	});
}
function tc({ apps: e }) {
	let t = ec(e), { share: n } = J("USD");
	if (t.length === 0) {
		let t = e.reduce((e, { trackRecord: t }) => e + t.decisions, 0);
		return t === 0 ? null : /* @__PURE__ */ K("p", {
			class: "foot",
			children: `${t} calls with a known outcome, too few for a rate (20 needed).`
		});
	}
	return /* @__PURE__ */ K("p", {
		class: "foot",
		children: [t.map(({ currency: e, calls: r, since: i, right: a, opposite: o }) => /* @__PURE__ */ K("span", { children: [
			"Of ",
			/* @__PURE__ */ K("b", { children: r }),
			" calls",
			t.length > 1 && ` in ${e}`,
			i !== null && ` since ${$s.format(Date.parse(i))}`,
			", ",
			/* @__PURE__ */ K("b", { children: n(a) }),
			" of the money was right,",
			" ",
			n(1 - a - o),
			" was one step off, ",
			n(o),
			" should have gone the other way.",
			" "
		] }, e)), /* @__PURE__ */ K(oi, {
			class: "lnk",
			to: Ve,
			children: "The whole record"
		})]
	});
}
// mcp/page/app/campaign-rows.ts
var nc = [
	"spend",
	"roas",
	"share",
	"gap",
	"step",
	"campaign"
];
function rc(e, t) {
	return JSON.stringify([
		e.platform,
		e.network,
		e.campaign,
		t
	]);
}
function ic(e, t, n) {
	let r = e.some(({ country: e }) => e !== null), i = new Map(t.map((e) => [rc(e, r ? e.country : null), e]));
	return e.map((e) => {
		let { now: t, before: r } = Vt([e], n.dsis.length), a = rc(e, e.country), { platform: o, network: s, campaign: c, country: l } = e, u = i.get(a) ?? null, [d, f] = [Xt("roas", t, n), u?.targetRoas ?? null];
		return {
			key: a,
			platform: o,
			network: s,
			campaign: c,
			country: l,
			now: t,
			before: r,
			call: u,
			roas: d,
			roasBefore: r && Xt("roas", r, n),
			gap: d === null || f === null || f <= 0 ? null : t.spend * (d / f - 1)
		};
	});
}
function ac(e) {
	let t = nc.find((t) => t === e?.replace(/^-/, ""));
	return t === void 0 ? {
		by: "spend",
		descending: !0
	} : {
		by: t,
		descending: e.startsWith("-")
	};
}
function oc({ by: e, descending: t }) {
	return e === "spend" && t ? null : `${t ? "-" : ""}${e}`;
}
function sc(e, { by: t, descending: n }) {
	let r = {
		spend: (e) => e.now.spend,
		roas: (e) => e.roas,
		share: (e) => e.call?.share ?? null,
		gap: (e) => e.gap,
		step: (e) => e.call === null || e.call.step.direction === "none" ? null : e.call.priority,
		campaign: (e) => e.campaign
	}[t];
	return e.toSorted((e, t) => {
		let [i, a] = [r(e), r(t)];
		if (i === null || a === null) return Number(i === null) - Number(a === null);
		let o = typeof i == "string" ? i.localeCompare(a, "en") : i - Number(a);
		return n ? -o : o;
	});
}
// mcp/views/parts/memo.tsx
function cc(e) {
	return class extends C {
		shouldComponentUpdate(e) {
			let t = this.props;
			return Object.keys({
				...t,
				...e
			}).some((n) => t[n] !== e[n]);
		}
		render() {
			return /* @__PURE__ */ K(e, { ...this.props });
		}
	};
}
// mcp/page/app/campaigns-table.tsx
var lc = 60, uc = [
	[
		"campaign",
		"Campaign",
		""
	],
	[
		null,
		"Call",
		""
	],
	[
		"share",
		"Against target",
		"w"
	],
	[
		"roas",
		"ROAS",
		"r"
	],
	[
		"spend",
		"Spend",
		"r"
	],
	[
		"gap",
		"Off target",
		"r"
	],
	[
		"step",
		"What to do",
		"do"
	]
], dc = [
	"campaign",
	"share",
	"gap"
], fc = {
	spend: "spend",
	roas: "ROAS",
	share: "share of target",
	gap: "money off target",
	step: "what its step gains",
	campaign: "name"
};
function pc({ screen: e, app: t, title: n, rows: r }) {
	let { go: i, href: a, isStill: o = !1 } = Et(), [s, c] = ut(!1), l = ac(e.sort), u = G(() => sc(r, l), [r, e.sort]), d = s ? u : u.slice(0, lc), { targetDsi: f, format: p } = t.context, m = t.overview.actionThreshold, h = r.every(({ country: e }) => e === null) ? "campaign" : "campaign and country", g = p.range(t.range.from, t.range.to), _ = (e) => e === "ROAS" ? /* @__PURE__ */ K(S, { children: [
		"D",
		f,
		" ROAS, ",
		/* @__PURE__ */ K("span", {
			class: "nw",
			children: g
		})
	] }) : e;
	return /* @__PURE__ */ K("section", {
		"aria-labelledby": "h-campaigns",
		id: "campaigns",
		children: [
			/* @__PURE__ */ K("div", {
				class: "hd",
				children: [/* @__PURE__ */ K("h2", {
					id: "h-campaigns",
					children: [
						n !== null && /* @__PURE__ */ K(S, { children: [
							/* @__PURE__ */ K("bdi", { children: n }),
							":",
							" "
						] }),
						p.count(r.length),
						" ",
						r.length === 1 ? h : h.replace("campaign", "campaigns").replace("country", "countries"),
						r.length > 1 && `, by ${fc[l.by]}`
					]
				}), /* @__PURE__ */ K("span", {
					class: "m s",
					children: [
						"ROAS, spend and off target: installs of ",
						g,
						". Bar: predicted D",
						f,
						" ROAS of the installs that the call judges, against the campaign’s target, with its 80% interval; shaded: HOLD band, ±",
						p.share(m)
					]
				})]
			}),
			/* @__PURE__ */ K("div", {
				class: "card tb",
				children: [/* @__PURE__ */ K("table", {
					class: "l cl",
					role: "table",
					children: [/* @__PURE__ */ K("thead", {
						role: "rowgroup",
						children: /* @__PURE__ */ K("tr", {
							role: "row",
							children: uc.map(([t, n, r]) => /* @__PURE__ */ K("th", {
								role: "columnheader",
								scope: "col",
								class: r,
								"aria-sort": t === null ? void 0 : t === l.by ? l.descending ? "descending" : "ascending" : "none",
								children: t === null || o ? _(n) : /* @__PURE__ */ K("button", {
									class: "so",
									onClick: () => {
										let n = t === l.by ? !l.descending : !dc.includes(t);
										i({
											...e,
											sort: oc({
												by: t,
												descending: n
											})
										});
									},
									children: [_(n), /* @__PURE__ */ K("span", {
										"aria-hidden": "true",
										children: t === l.by ? l.descending ? " ▾" : " ▴" : ""
									})]
								})
							}, n))
						})
					}), /* @__PURE__ */ K("tbody", {
						role: "rowgroup",
						children: d.map((n) => {
							let { platform: r, network: o, campaign: s, country: c } = n, l = {
								...e,
								open: {
									platform: r,
									network: o,
									campaign: s,
									country: c
								}
							};
							return /* @__PURE__ */ K("tr", {
								role: "row",
								"data-row": !0,
								children: [/* @__PURE__ */ K("th", {
									scope: "row",
									role: "rowheader",
									children: [/* @__PURE__ */ K("a", {
										class: "cover clamp",
										href: a(l),
										onClick: Dt(() => i(l)),
										children: /* @__PURE__ */ K("bdi", { children: s })
									}), /* @__PURE__ */ K("div", {
										class: "m s light clamp",
										children: /* @__PURE__ */ K(ni, { of: hc(n) })
									})]
								}), /* @__PURE__ */ K(mc, {
									row: n,
									app: t
								})]
							}, n.key);
						})
					})]
				}), r.length === 0 && /* @__PURE__ */ K("p", {
					class: "pad m",
					children: "No campaign spent anything in these dates. Choose other dates or clear the filters."
				})]
			}),
			d.length < u.length && /* @__PURE__ */ K("p", {
				class: "rest",
				children: o ? `${p.count(u.length - d.length)} more` : /* @__PURE__ */ K("button", {
					class: "btn",
					onClick: () => c(!0),
					children: [
						"Show ",
						p.count(u.length - d.length),
						" more"
					]
				})
			})
		]
	});
}
var mc = cc(function({ row: e, app: t }) {
	let { format: n } = t.context, { call: r, now: i, before: a, roas: o, roasBefore: s, gap: c } = e;
	return /* @__PURE__ */ K(S, { children: [
		/* @__PURE__ */ K("td", {
			role: "cell",
			children: r === null ? /* @__PURE__ */ K("span", {
				class: "m s",
				children: "No call"
			}) : /* @__PURE__ */ K(gc, { action: r.action })
		}),
		/* @__PURE__ */ K("td", {
			role: "cell",
			class: "w",
			children: /* @__PURE__ */ K(_c, {
				call: r,
				app: t
			})
		}),
		/* @__PURE__ */ K("td", {
			role: "cell",
			class: "r",
			children: [
				/* @__PURE__ */ K("span", {
					class: "ml m s",
					children: [
						"ROAS ",
						n.range(t.range.from, t.range.to),
						" "
					]
				}),
				/* @__PURE__ */ K("span", {
					class: "b",
					children: n.roas(o)
				}),
				a !== null && /* @__PURE__ */ K("div", {
					class: "m s",
					children: o !== null && s !== null ? n.points(o - s) : "–"
				}),
				/* @__PURE__ */ K(vc, {
					call: r,
					roas: o
				})
			]
		}),
		/* @__PURE__ */ K("td", {
			role: "cell",
			class: "r",
			children: [
				/* @__PURE__ */ K("span", {
					class: "ml m s",
					children: "Spend "
				}),
				/* @__PURE__ */ K("span", {
					class: "b",
					children: n.money(i.spend)
				}),
				a !== null && /* @__PURE__ */ K("div", {
					class: "m s",
					children: a.spend > 0 ? n.signedShare(i.spend / a.spend - 1) : "nothing before"
				})
			]
		}),
		/* @__PURE__ */ K("td", {
			role: "cell",
			class: "r",
			children: /* @__PURE__ */ K(yc, {
				call: r,
				gap: c,
				app: t
			})
		}),
		/* @__PURE__ */ K("td", {
			role: "cell",
			class: "do",
			children: r === null ? /* @__PURE__ */ K("span", {
				class: "m",
				children: "–"
			}) : /* @__PURE__ */ K(Pt, { words: gn(r, n) })
		})
	] });
});
function hc({ platform: e, network: t, country: n, call: r }) {
	let i = n ?? (r === null || r.country === "GLOBAL" ? null : r.country);
	return [
		On(e),
		i && Ir(i),
		t
	];
}
function gc({ action: e }) {
	return /* @__PURE__ */ K("span", {
		class: `tag ${e === "REDUCE" ? "below" : e === "SCALE" ? "above" : "h"}`,
		children: e
	});
}
function _c({ call: e, app: t }) {
	let { format: n } = t.context;
	if (e === null || e.share === null || e.targetRoas === null) return /* @__PURE__ */ K("span", {
		class: "m s",
		children: e === null ? "not in the latest run" : e.targetRoas === null ? "no target" : "no predicted ROAS"
	});
	let r = (t) => t === null ? null : t / e.targetRoas;
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K(Ws, {
		share: e.share,
		low: r(e.predictedLowRoas),
		high: r(e.predictedHighRoas),
		threshold: t.overview.actionThreshold,
		width: 200
	}), /* @__PURE__ */ K("div", {
		class: "s m",
		children: [
			/* @__PURE__ */ K("b", {
				class: "b",
				children: n.share(e.share)
			}),
			" of target: ",
			n.roas(e.predictedRoas),
			" / ",
			n.roas(e.targetRoas),
			/* @__PURE__ */ K("div", { children: n.range(e.lookbackStartDate, e.lookbackEndDate) }),
			e.opposedBy.map((r) => {
				let { predicted: i, target: a } = Ft(e, {
					...t.overview,
					roasType: r
				});
				return /* @__PURE__ */ K("div", {
					class: "warn",
					children: [
						n.share(i / a),
						" by ",
						r.replaceAll("_", " "),
						" ROAS"
					]
				}, r);
			})
		]
	})] });
}
function vc({ call: e, roas: t }) {
	let { predictedLowRoas: n = null, predictedHighRoas: r = null } = e ?? {};
	if (t === null || n === null || r === null) return null;
	let i = t >= n && t <= r;
	return /* @__PURE__ */ K("div", {
		class: i ? "m s" : "s warn",
		children: [i ? "inside" : "outside", " the interval"]
	});
}
function yc({ call: e, gap: t, app: n }) {
	if (e === null || e.targetRoas === null || t === null) return /* @__PURE__ */ K("span", {
		class: "m",
		children: "–"
	});
	let r = t < 0 ? "below" : "above";
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("span", {
		class: `b ${r}`,
		children: n.context.format.money(Math.abs(t))
	}), /* @__PURE__ */ K("div", {
		class: `s ${r}`,
		children: r === "below" ? "short" : "above"
	})] });
}
// mcp/page/app/cards.tsx
var bc = [
	"roas",
	"spend",
	"installs",
	"cpi",
	"payback"
], xc = 5;
function Sc({ app: e, metric: t, total: n, groups: r, target: i, isForecast: a }) {
	return /* @__PURE__ */ K("div", {
		class: "kpi card",
		children: [.../* @__PURE__ */ new Set([t, ...bc])].slice(0, xc).map((t, o) => {
			let s = or(t, e.context);
			return /* @__PURE__ */ K("div", {
				"data-card": t,
				children: [
					/* @__PURE__ */ K("div", {
						class: "m",
						children: [
							s.label,
							" ",
							a && s.isForecast && /* @__PURE__ */ K("span", {
								class: "tag f",
								children: "forecast"
							})
						]
					}),
					/* @__PURE__ */ K("div", {
						class: "big",
						children: [s.write(s.of(n.now)), t === "roas" && o === 0 && /* @__PURE__ */ K(Cc, {
							app: e,
							target: i,
							value: s.of(n.now)
						})]
					}),
					t === "roas" && o === 0 && /* @__PURE__ */ K(wc, {
						app: e,
						target: i,
						isForecast: a,
						value: s.of(n.now)
					}),
					/* @__PURE__ */ K(Tc, {
						measure: s,
						total: n
					}),
					/* @__PURE__ */ K(Dc, {
						app: e,
						measure: s,
						total: n,
						groups: r
					})
				]
			}, t);
		})
	});
}
function Cc({ app: e, target: t, value: n }) {
	if (t === null || n === null) return null;
	let r = on(n / t, e.overview.actionThreshold);
	return /* @__PURE__ */ K("span", {
		class: `vs ${r === "held" ? "m" : r}`,
		children: [
			" ",
			Nn(n / t, e.context.format),
			" of ",
			e.context.format.roas(t)
		]
	});
}
function wc({ app: e, target: t, value: n, isForecast: r }) {
	if (n === null) return null;
	let [i, a] = yi(e.overview, n, +!r), o = i !== null && /* @__PURE__ */ K("div", {
		class: "s m",
		children: [bi(i, a, e.context.format), ", by past calls"]
	});
	if (t === null) return o;
	let s = (e) => e === null ? null : e / t;
	return /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("div", {
		class: "blt",
		title: "The target is weighted by the daily spend of the campaigns that have one",
		children: /* @__PURE__ */ K(Ws, {
			share: n / t,
			low: s(i),
			high: s(a),
			threshold: e.overview.actionThreshold,
			labeled: !0,
			width: 300
		})
	}), o] });
}
function Tc({ measure: e, total: t }) {
	if (t.before === null) return null;
	let [n, r] = [e.of(t.now), e.of(t.before)];
	return r === null ? /* @__PURE__ */ K("div", {
		class: "m",
		children: "not known before"
	}) : /* @__PURE__ */ K("div", {
		class: "chg",
		children: [
			e.change(n, r),
			" ",
			/* @__PURE__ */ K("span", {
				class: "m",
				children: ["from ", e.write(r)]
			})
		]
	});
}
var Ec = 2;
function Dc({ app: e, measure: t, total: n, groups: r }) {
	if (t.metric === "payback") return /* @__PURE__ */ K(Oc, {
		app: e,
		total: n
	});
	if (n.before === null) return null;
	let i = Qt(r, t), [a, o] = [en(i, "rate"), en(i, "mix")];
	if (t.ratio !== null) return a === null || o === null || r.length < 2 ? null : /* @__PURE__ */ K("div", {
		class: "why s m",
		children: /* @__PURE__ */ K("b", { children: [
			t.part(a),
			" rate, ",
			t.part(o),
			" mix"
		] })
	});
	let s = i.filter(({ part: e }) => e !== null && t.part(e) !== t.part(0)).slice(0, Ec);
	return s.length === 0 || r.length < 2 ? null : /* @__PURE__ */ K("div", {
		class: "why s m",
		children: s.map(({ name: e, label: n, part: r }, i) => /* @__PURE__ */ K("span", {
			class: "cause",
			children: [
				/* @__PURE__ */ K("bdi", {
					class: "nm",
					children: n
				}),
				" ",
				/* @__PURE__ */ K("span", {
					class: "nw",
					children: t.part(r)
				}),
				i < s.length - 1 && ", "
			]
		}, e))
	});
}
function Oc({ app: e, total: t }) {
	let { dsis: n, targetDsi: r, format: i } = e.context, { spend: a } = t.now, o = n.flatMap((e) => {
		let i = Xt("roas", t.now, {
			dsis: n,
			dsi: e
		});
		return e > r && i !== null ? [{
			dsi: e,
			roas: i
		}] : [];
	}).slice(1, 3);
	return /* @__PURE__ */ K("div", {
		class: "why s m",
		children: [Ht(t.now, n) === null && a > 0 && `not within ${n.at(-1)} days. `, o.map(({ dsi: e, roas: t }) => `D${e} ${i.roas(t)}`).join(", ")]
	});
}
// mcp/page/step-item.tsx
function kc({ position: e, subject: t, format: n, to: r, children: i }) {
	return /* @__PURE__ */ K("li", { children: [
		e !== void 0 && /* @__PURE__ */ K("span", {
			class: "k",
			"aria-hidden": "true",
			children: e
		}),
		/* @__PURE__ */ K("div", {
			class: "do",
			children: [/* @__PURE__ */ K(oi, {
				class: "cover",
				to: r,
				children: /* @__PURE__ */ K(Pt, { words: gn(t, n) })
			}), /* @__PURE__ */ K("div", {
				class: "why s",
				children: i
			})]
		}),
		/* @__PURE__ */ K(Ac, {
			step: t.step,
			format: n
		})
	] });
}
function Ac({ step: { gain: e, gainLow: t, gainHigh: n }, format: r }) {
	return /* @__PURE__ */ K("div", {
		class: "amt",
		children: t === null ? /* @__PURE__ */ K("span", {
			class: "s m",
			children: "no price known"
		}) : /* @__PURE__ */ K(S, { children: [
			/* @__PURE__ */ K("b", { children: e === null ? wn(t, n, r) : r.money(e) }),
			" ",
			/* @__PURE__ */ K("span", {
				class: "s m",
				children: "gained a day"
			})
		] })
	});
}
// mcp/page/app/do-first.tsx
function jc({ screen: e, app: t, calls: n, most: r = 3 }) {
	let { overview: i, context: a } = t, { format: o } = a, s = Ur(), c = Wr(n ?? []), l = c.filter((e) => !s.has(Vr({
		...e,
		appId: i.appId
	}))), [u, d] = [l.length - r, c.length - l.length];
	return /* @__PURE__ */ K("section", {
		class: "card",
		"aria-labelledby": "h-first",
		children: [
			/* @__PURE__ */ K("h2", {
				id: "h-first",
				class: "pad",
				children: ["Do first in ", /* @__PURE__ */ K("bdi", { children: i.name })]
			}),
			n === void 0 ? /* @__PURE__ */ K("div", {
				class: "pad",
				children: /* @__PURE__ */ K("span", {
					class: "sk",
					style: {
						width: "100%",
						height: "120px"
					}
				})
			}) : l.length === 0 ? /* @__PURE__ */ K("p", {
				class: "pad m",
				children: d > 0 ? "Every step is done or snoozed." : Mc(n, o)
			}) : /* @__PURE__ */ K("ol", {
				class: "todo",
				children: l.slice(0, r).map((t) => {
					let { id: n, platform: r, network: i, campaign: a, share: s, dailySpend: c, closeCall: l } = t, u = Mr(e) ? t.country : null;
					return /* @__PURE__ */ K(kc, {
						subject: t,
						format: o,
						to: {
							...e,
							open: {
								platform: r,
								network: i,
								campaign: a,
								country: u
							}
						},
						children: [
							/* @__PURE__ */ K("bdi", {
								class: "b nm",
								children: a
							}),
							u !== null && `, ${Ir(u)}`,
							": ",
							Mn(c, s, o),
							", installs of",
							" ",
							o.range(t.lookbackStartDate, t.lookbackEndDate),
							l === !0 && "; a close call",
							"."
						]
					}, n);
				})
			}),
			/* @__PURE__ */ K("p", {
				class: "s m alerts-link",
				children: [
					u > 0 && /* @__PURE__ */ K(oi, {
						class: "lnk",
						to: {
							...e,
							sort: "-step"
						},
						children: Ln(u, "more step", o)
					}),
					i.openAlertCampaigns > 0 && /* @__PURE__ */ K(oi, {
						class: "lnk",
						to: {
							...He,
							app: i.appId
						},
						children: [Ln(i.openAlertCampaigns, "campaign", o), " with alerts"]
					}),
					/* @__PURE__ */ K(oi, {
						class: "lnk",
						to: {
							...Ve,
							app: i.appId
						},
						children: "Track record"
					}),
					d > 0 && /* @__PURE__ */ K("span", { children: [Ln(d, "step", o), " done or snoozed"] })
				]
			})
		]
	});
}
function Mc(e, t) {
	if (e.length === 0) return "The latest run has no call for what is shown.";
	let n = (t) => e.filter(({ step: e }) => e.kind === t).length, [r, i, a] = [
		n("keep"),
		n("check_data"),
		n("stopped")
	];
	return `Nothing to change today: ${[
		r > 0 && `${Ln(r, "campaign", t)} ${r === 1 ? "stays" : "stay"} as ${r === 1 ? "it is" : "they are"}`,
		i > 0 && `the data of ${i} need a check`,
		a > 0 && `${a} spend nothing any more`
	].filter((e) => e !== !1).join(", ")}. The table says why.`;
}
// mcp/page/app/pacing-table.tsx
function Nc({ app: e }) {
	let { overview: t, context: n } = e, { format: r } = n, i = gi(t.pacing), { month: a, daysLeft: o } = i[0];
	return /* @__PURE__ */ K("div", {
		class: "card tb",
		children: [/* @__PURE__ */ K("table", {
			class: "l pc",
			children: [/* @__PURE__ */ K("thead", { children: /* @__PURE__ */ K("tr", { children: [
				/* @__PURE__ */ K("th", {
					scope: "col",
					children: [
						ci(a),
						", ",
						o === 0 ? "ended" : `${o} ${o === 1 ? "day" : "days"} left`
					]
				}),
				/* @__PURE__ */ K("th", {
					scope: "col",
					class: "r",
					children: "Budget"
				}),
				/* @__PURE__ */ K("th", {
					scope: "col",
					class: "r",
					children: "Spent"
				}),
				/* @__PURE__ */ K("th", {
					scope: "col",
					class: "w",
					children: "Of budget"
				}),
				/* @__PURE__ */ K("th", {
					scope: "col",
					children: "To meet it"
				})
			] }) }), /* @__PURE__ */ K("tbody", { children: i.map((e) => /* @__PURE__ */ K("tr", { children: [
				/* @__PURE__ */ K("th", {
					scope: "row",
					children: /* @__PURE__ */ K("span", {
						class: "clamp",
						children: li(e)
					})
				}),
				/* @__PURE__ */ K("td", {
					class: "r",
					children: [/* @__PURE__ */ K("span", {
						class: "ml m s",
						children: "Budget "
					}), r.money(e.amount)]
				}),
				/* @__PURE__ */ K("td", {
					class: "r",
					children: [
						/* @__PURE__ */ K("span", {
							class: "ml m s",
							children: "Spent "
						}),
						r.money(e.spent),
						/* @__PURE__ */ K("div", {
							class: "m s",
							children: r.share(e.share)
						})
					]
				}),
				/* @__PURE__ */ K("td", {
					class: "w",
					children: [/* @__PURE__ */ K(Lc, { budget: e }), /* @__PURE__ */ K("div", {
						class: "s",
						children: [/* @__PURE__ */ K("span", {
							class: mi(e) ? "warn b" : "m",
							children: pi(e.status)
						}), /* @__PURE__ */ K("span", {
							class: "m",
							children: [", ", /* @__PURE__ */ K("span", {
								class: "nw",
								children: ui(e, r)
							})]
						})]
					})]
				}),
				/* @__PURE__ */ K("td", { children: [hi(e, r) ?? /* @__PURE__ */ K("span", {
					class: "m",
					children: "–"
				}), e.daysLeft > 0 && e.currentDailySpend !== null && /* @__PURE__ */ K("div", {
					class: "m s",
					children: [r.rate(e.currentDailySpend), " in the last 7 days"]
				})] })
			] }, e.budgetId)) })]
		}), /* @__PURE__ */ K("p", {
			class: "m s pc-note",
			children: [
				"Expected: spent so far, and for each day left the mean of the same weekday in the last 28 days. The 80% interval: how far this was off on ",
				Pc(i),
				" earlier days with as many days left, widened because those periods overlap. None where fewer than 20 such days are known."
			]
		})]
	});
}
function Pc(e) {
	let t = e.map((e) => e.cases), [n, r] = [Math.min(...t), Math.max(...t)];
	return n === r ? String(r) : `${n} to ${r}`;
}
var [Fc, Ic] = [200, 1.3];
function Lc({ budget: e }) {
	let { amount: t, share: n, expected: r, expectedLow: i, expectedHigh: a } = e, o = (e) => Math.min(1, e / Ic) * Fc, s = (e) => e === null ? null : o(e / t), [c, l, u] = [
		s(r),
		s(i),
		s(a)
	];
	return /* @__PURE__ */ K("svg", {
		class: `bullet ${mi(e) ? "pc-over" : ""}`,
		width: "100%",
		viewBox: `0 0 ${Fc} 16`,
		style: { maxWidth: `${Fc}px` },
		"aria-hidden": "true",
		children: [
			/* @__PURE__ */ K("path", {
				class: "ch-grid",
				d: `M0,8H${Fc}`
			}),
			/* @__PURE__ */ K("rect", {
				class: "ch-rate",
				y: "4",
				width: o(n),
				height: "8"
			}),
			l !== null && u !== null && /* @__PURE__ */ K("path", {
				class: "ch-whisker",
				d: `M${l},8H${u}M${l},4v8M${u},4v8`
			}),
			c !== null && /* @__PURE__ */ K("circle", {
				class: "ch-step",
				cx: c,
				cy: "8",
				r: "3.5"
			}),
			/* @__PURE__ */ K("path", {
				class: "ch-at",
				d: `M${o(1)},0v16`
			})
		]
	});
}
// mcp/words/event-words.ts
var Rc = {
	outage: "outage",
	attribution: "wrong attribution",
	flight: "campaign flight",
	launch: "launch",
	holiday: "holiday",
	price: "price change"
};
function zc({ title: e, kind: t, platform: n, network: r, campaign: i, country: a }) {
	let o = [e];
	for (let e of [
		Rc[t],
		n && On(n),
		r,
		i,
		a
	]) e && !Bc(o.join(" ")).includes(Bc(e)) && o.push(e);
	return o;
}
function Bc(e) {
	return ` ${e.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}
// mcp/page/app/panel-scale.ts
var Vc = 2.2;
function Hc(e, t) {
	let n = e.map(({ points: e, target: t }) => ss([...e.flatMap(({ value: e, low: t, high: n }) => [
		e,
		t,
		n
	]), t])), r = (e) => {
		let [n, r] = e ?? [0, 1];
		return os(t ? [Math.min(0, n), Math.max(0, r)] : [n, r]);
	};
	if (t) return n.map((e) => ({
		scale: r(e),
		isOwn: !0
	}));
	let i = n.flatMap((e) => e === null ? [] : [e[1]]).sort((e, t) => e - t), a = i[Math.floor((i.length - 1) / 2)] ?? 1, o = (e) => e !== null && e[1] > a * Vc, s = os(ss(n.filter((e) => !o(e)).flatMap((e) => e ?? [])) ?? [0, 1]);
	return n.map((e) => o(e) ? {
		scale: r(e),
		isOwn: !0
	} : {
		scale: s,
		isOwn: !1
	});
}
// mcp/page/app/panels.tsx
var Uc = 12;
function Wc({ screen: e, app: t, measure: n, groups: r, periods: i, calls: a, events: o, of: s }) {
	let { go: c, href: l, isStill: u = !1 } = Et(), [d, f] = ut(!1), { window: p, range: m, context: h } = t, { format: g } = h, _ = or("spend", h), v = G(() => [...new Set(i?.map(({ start: e }) => e))].sort(), [i]), y = G(() => {
		let e = /* @__PURE__ */ new Map();
		for (let t of i ?? []) {
			let n = e.get(t.group) ?? /* @__PURE__ */ new Map();
			e.set(t.group, n.set(t.start, t));
		}
		return r.map(({ name: r }) => v.map((i) => qc(e.get(r)?.get(i), i, t, n)));
	}, [
		i,
		r,
		v,
		n
	]), b = G(() => r.map(({ name: t }) => n.metric === "roas" ? Lt(a.filter((n) => Pr(e.groupBy, n) === t)) : null), [
		r,
		n,
		a
	]), x = G(() => r.map(({ name: t }) => Yc(o, e.groupBy, t, v)), [
		r,
		o,
		v
	]), C = G(() => Hc(y.map((e, t) => ({
		points: e,
		target: b[t]
	})), n.adds), [
		y,
		n,
		b
	]), w = G(() => r.map(({ label: e }, t) => ({
		name: e,
		points: y[t],
		target: b[t]
	})), [y, b]), T = (e) => i !== void 0 && y[e].every(({ value: e }) => e === null || n.adds && e === 0), E = r.map((e, t) => ({
		...e,
		index: t
	})).filter(({ index: e }) => !T(e)), D = r.filter((e, t) => T(t)), O = E.findIndex(({ name: t }) => t === e.panel), k = d || O >= Uc ? E.length : Math.min(Uc, E.length), A = E.slice(k), j = G(() => Jc(v, t), [
		v,
		t.range.from,
		t.range.to
	]), M = (e) => y.some((t) => t.some(e)), N = pt({
		brush: I,
		choose: L
	});
	N.current = {
		brush: I,
		choose: L
	};
	let P = mt((e, t) => N.current.brush(e, t), []), F = mt((e) => N.current.choose(e), []);
	return /* @__PURE__ */ K("section", {
		"aria-labelledby": "h-panels",
		id: "panels",
		children: [
			/* @__PURE__ */ K("div", {
				class: "hd",
				children: [/* @__PURE__ */ K("h2", {
					id: "h-panels",
					children: [
						n.label,
						" by ",
						s.toLowerCase()
					]
				}), /* @__PURE__ */ K("span", {
					class: "m s",
					children: [
						v.length,
						" install",
						" ",
						p.grain === "day" ? "days" : p.grain === "week" ? `weeks up to ${g.day(m.to)}` : "calendar weeks",
						j !== null && `; shaded: ${g.range(m.from, m.to)}`,
						".",
						!u && ` Choose a ${s.toLowerCase()}${s === "Campaign" ? "" : " for its campaigns"}, drag to choose dates.`,
						n.adds ? " Each panel has its own scale, from 0." : C.some(({ isOwn: e }) => e) && " ↕: on a scale of its own."
					]
				})]
			}),
			/* @__PURE__ */ K(Ks, { entries: [
				"actual",
				M(({ actualShare: e }) => e < 1) && "forecast",
				M(({ low: e }) => typeof e == "number") && "interval",
				M(({ actualShare: e }) => e > 0 && e < 1) && "partly",
				M(({ note: e }) => e !== void 0) && "part",
				b.some((e) => e !== null) && "target",
				x.some((e) => e.length > 0) && "event"
			] }),
			/* @__PURE__ */ K(Xc, {
				events: o,
				app: t
			}),
			/* @__PURE__ */ K("div", {
				class: "pan",
				children: E.slice(0, k).map(({ name: t, label: r, pair: a, index: o }) => {
					let s = {
						...e,
						panel: t === e.panel ? null : t,
						open: null
					}, c = n.adds ? n : _, [u, d] = [c.of(a.now), a.before === null ? null : c.of(a.before)];
					return /* @__PURE__ */ K("article", {
						class: `p card${t === e.panel ? " on" : ""}`,
						"data-arrows": !0,
						"data-panel": t,
						children: [/* @__PURE__ */ K("div", {
							class: "t",
							children: [/* @__PURE__ */ K("a", {
								class: "cover clamp",
								href: l(s),
								onClick: Dt(() => L(t)),
								"aria-current": t === e.panel ? "true" : void 0,
								children: /* @__PURE__ */ K("bdi", { children: r })
							}), /* @__PURE__ */ K("span", {
								class: "m s nw",
								children: [
									!n.adds && C[o].isOwn && /* @__PURE__ */ K("span", {
										title: "On a scale of its own",
										children: "↕ "
									}),
									/* @__PURE__ */ K("span", {
										"data-amount": !0,
										children: c.write(u)
									}),
									" ",
									c.change(u, d)
								]
							})]
						}), i === void 0 ? /* @__PURE__ */ K("div", { class: "sk ch-sk" }) : /* @__PURE__ */ K(Gc, {
							name: t,
							measure: n,
							selected: j,
							onBrush: P,
							onChoose: F,
							label: `${r}, ${n.label}`,
							points: y[o],
							scale: C[o].scale,
							target: b[o],
							marks: x[o]
						})]
					}, t);
				})
			}),
			A.length > 0 && /* @__PURE__ */ K("p", {
				class: "rest",
				children: [
					u ? `${A.length} more with` : /* @__PURE__ */ K("button", {
						class: "btn",
						onClick: () => f(!0),
						children: [
							"Show ",
							A.length,
							" more"
						]
					}),
					" ",
					/* @__PURE__ */ K("span", {
						class: "m s",
						"data-rest": !0,
						children: [g.money(A.reduce((e, { pair: t }) => e + t.now.spend, 0)), " of spend"]
					})
				]
			}),
			D.length > 0 && /* @__PURE__ */ K("p", {
				class: "m s empty-panels",
				children: [
					"No ",
					n.label,
					" in these ",
					p.grain === "day" ? "days" : "weeks",
					":",
					" ",
					D.map(({ name: t, label: n }, r) => /* @__PURE__ */ K(S, { children: [r > 0 && ", ", /* @__PURE__ */ K("a", {
						class: "lnk",
						href: l({
							...e,
							panel: t,
							open: null
						}),
						onClick: Dt(() => L(t)),
						children: /* @__PURE__ */ K("bdi", { children: n })
					})] }))
				]
			}),
			i !== void 0 && /* @__PURE__ */ K(Kc, {
				of: s,
				rows: w,
				write: n.write
			})
		]
	});
	function I(t, n) {
		let [r, i] = [Cr(v[t], p).from, Cr(v[n], p).to];
		c({
			...e,
			from: r,
			to: i,
			open: null
		});
	}
	function L(t) {
		let n = t === e.panel ? null : t;
		c({
			...e,
			panel: n,
			open: null
		}), n !== null && requestAnimationFrame(() => document.getElementById("campaigns")?.scrollIntoView({ block: "nearest" }));
	}
}
var Gc = cc(function({ name: e, measure: t, onChoose: n, ...r }) {
	return /* @__PURE__ */ K(Ls, {
		...r,
		write: t.write,
		writeTick: t.writeTick,
		onClick: () => n(e),
		focusable: !1
	});
}), Kc = cc(xi);
function qc(e, t, { context: n, window: r, overview: i }, a) {
	let o = n.format.day(t);
	if (e === void 0) return {
		label: o,
		value: a.adds ? 0 : null,
		actualShare: 1
	};
	let [s, c] = [_r(Cr(t, r)), r.grain === "day" ? 1 : 7], l = a.of(e.sums), u = a.isForecast && e.knownDays > 0 ? e.actualDays / e.knownDays : 1, [d, f] = a.metric === "roas" ? yi(i, l, u) : [null, null];
	return {
		label: o,
		value: l,
		actualShare: u,
		low: d,
		high: f,
		...s < c && { note: `${s} of ${c} days` }
	};
}
function Jc(e, { range: t, window: n }) {
	let r = e.flatMap((e, r) => {
		let { from: i, to: a } = Cr(e, n);
		return a >= t.from && i <= t.to ? [r] : [];
	});
	return r.length === 0 || r.length === e.length ? null : [r[0], r.at(-1)];
}
function Yc(e, t, n, r) {
	return e.filter((e) => e[t] === n).map(({ letter: e, startDate: t }) => ({
		letter: e,
		index: Math.max(0, r.findLastIndex((e) => e <= t))
	}));
}
var Xc = cc(function({ events: e, app: t }) {
	let { format: n } = t.context;
	return e.length === 0 ? null : /* @__PURE__ */ K("ul", {
		class: "evs",
		"aria-label": "Events",
		children: e.map(({ letter: e, startDate: t, endDate: r, ...i }) => /* @__PURE__ */ K("li", {
			class: "clamp",
			children: [
				/* @__PURE__ */ K("b", { children: e }),
				" ",
				n.range(t, r),
				": ",
				/* @__PURE__ */ K(ni, {
					of: zc(i),
					join: ", "
				})
			]
		}, i.id))
	});
});
// mcp/views/parts/charts/rate-mix-bars.tsx
function Zc({ rate: e, mix: t, most: n, width: r = 148 }) {
	let i = r / 2, a = [{
		value: e,
		class: "ch-rate"
	}, {
		value: t,
		class: "ch-mix"
	}].filter((e) => e.value !== null);
	return /* @__PURE__ */ K("svg", {
		class: "rate-mix",
		width: r,
		height: a.length === 2 ? 16 : 10,
		viewBox: `0 0 ${r} ${a.length === 2 ? 16 : 10}`,
		"aria-hidden": "true",
		children: [/* @__PURE__ */ K("path", {
			class: "ch-stalk",
			d: `M${i},0v16`
		}), a.map(({ value: e, class: t }, r) => {
			let o = n === 0 ? 0 : Math.abs(e) / n * (i - 2);
			return /* @__PURE__ */ K("rect", {
				class: t,
				x: e < 0 ? i - o : i,
				y: 1 + 7 * r,
				width: Math.max(o, .6),
				height: a.length === 2 ? 7 : 8
			}, t);
		})]
	});
}
// mcp/page/app/why-table.tsx
var Qc = 6;
function $c({ measure: e, of: t, total: n, groups: r, causes: i }) {
	let [a, o] = [e.of(n.now), n.before === null ? null : e.of(n.before)];
	if (i.length === 0 || a === null || o === null) return /* @__PURE__ */ K(el, {
		measure: e,
		of: t,
		groups: r
	});
	let s = e.ratio !== null, c = i.slice(Qc), l = Math.max(...i.flatMap(({ rate: e, mix: t }) => [Math.abs(e ?? 0), Math.abs(t ?? 0)])), u = (t) => t === null ? "–" : e.part(t), d = i.slice(0, c.length === 1 ? 7 : Qc), f = i.slice(d.length), p = Bn(e, a, o, "it");
	return /* @__PURE__ */ K("section", {
		class: "card pad",
		"aria-labelledby": "h-why",
		children: [
			/* @__PURE__ */ K("h2", {
				id: "h-why",
				children: ["Why ", p.charAt(0).toLowerCase() + p.slice(1)]
			}),
			s && /* @__PURE__ */ K("p", {
				class: "m s",
				children: [
					/* @__PURE__ */ K("span", { class: "sw ch-rate-sw" }),
					" Rate: the ",
					t.toLowerCase(),
					"’s own ",
					e.label.replace(/^D\d+ /, ""),
					" changed.",
					" ",
					/* @__PURE__ */ K("span", { class: "sw ch-mix-sw" }),
					" Mix: money moved to or from it."
				]
			}),
			/* @__PURE__ */ K("table", {
				class: "ex",
				children: [/* @__PURE__ */ K("thead", { children: /* @__PURE__ */ K("tr", { children: [
					/* @__PURE__ */ K("th", {
						scope: "col",
						children: t
					}),
					/* @__PURE__ */ K("th", {
						scope: "col",
						class: "bars",
						children: /* @__PURE__ */ K("span", {
							class: "vh",
							children: "Chart"
						})
					}),
					s && /* @__PURE__ */ K(S, { children: [/* @__PURE__ */ K("th", {
						scope: "col",
						class: "r",
						children: "Rate"
					}), /* @__PURE__ */ K("th", {
						scope: "col",
						class: "r",
						children: "Mix"
					})] }),
					!s && /* @__PURE__ */ K("th", {
						scope: "col",
						class: "r",
						children: "Change"
					}),
					/* @__PURE__ */ K("th", {
						scope: "col",
						class: "r last",
						children: e.label.replace(/^D\d+ /, "")
					})
				] }) }), /* @__PURE__ */ K("tbody", { children: [
					d.map((t) => /* @__PURE__ */ K("tr", { children: [
						/* @__PURE__ */ K("th", {
							scope: "row",
							class: "nm",
							children: /* @__PURE__ */ K("bdi", {
								class: "clamp",
								children: t.label
							})
						}),
						/* @__PURE__ */ K("td", { children: /* @__PURE__ */ K(Zc, {
							rate: t.rate,
							mix: t.mix,
							most: l
						}) }),
						/* @__PURE__ */ K("td", {
							class: "r",
							children: u(t.rate)
						}),
						s && /* @__PURE__ */ K("td", {
							class: "r",
							children: u(t.mix)
						}),
						/* @__PURE__ */ K("td", {
							class: "r m nw last",
							children: [
								e.write(t.before),
								" → ",
								e.write(t.now)
							]
						})
					] }, t.name)),
					f.length > 0 && /* @__PURE__ */ K("tr", { children: [
						/* @__PURE__ */ K("th", {
							scope: "row",
							class: "m",
							children: [f.length, " others"]
						}),
						/* @__PURE__ */ K("td", {}),
						/* @__PURE__ */ K("td", {
							class: "r",
							children: u(en(f, "rate"))
						}),
						s && /* @__PURE__ */ K("td", {
							class: "r",
							children: u(en(f, "mix"))
						}),
						/* @__PURE__ */ K("td", { class: "last" })
					] }),
					/* @__PURE__ */ K("tr", {
						class: "sum",
						children: [
							/* @__PURE__ */ K("th", {
								scope: "row",
								children: "All"
							}),
							/* @__PURE__ */ K("td", {}),
							/* @__PURE__ */ K("td", {
								class: "r",
								children: u(en(i, "rate"))
							}),
							s && /* @__PURE__ */ K("td", {
								class: "r",
								children: u(en(i, "mix"))
							}),
							/* @__PURE__ */ K("td", {
								class: "r nw last",
								children: [
									e.write(o),
									" → ",
									e.write(a)
								]
							})
						]
					})
				] })]
			})
		]
	});
}
function el({ measure: e, of: t, groups: n }) {
	let r = n.some(({ pair: e }) => e.before !== null);
	return /* @__PURE__ */ K("section", {
		class: "card pad",
		"aria-labelledby": "h-why",
		children: [
			/* @__PURE__ */ K("h2", {
				id: "h-why",
				children: [
					e.label,
					" of each ",
					t.toLowerCase()
				]
			}),
			/* @__PURE__ */ K("table", {
				class: "ex",
				children: [/* @__PURE__ */ K("thead", { children: /* @__PURE__ */ K("tr", { children: [
					/* @__PURE__ */ K("th", {
						scope: "col",
						children: t
					}),
					r && /* @__PURE__ */ K("th", {
						scope: "col",
						class: "r",
						children: "Before"
					}),
					/* @__PURE__ */ K("th", {
						scope: "col",
						class: "r",
						children: r ? "Now" : e.label
					})
				] }) }), /* @__PURE__ */ K("tbody", { children: n.slice(0, 8).map(({ name: t, label: n, pair: i }) => /* @__PURE__ */ K("tr", { children: [
					/* @__PURE__ */ K("th", {
						scope: "row",
						class: "nm",
						children: /* @__PURE__ */ K("bdi", {
							class: "clamp",
							children: n
						})
					}),
					r && /* @__PURE__ */ K("td", {
						class: "r m",
						children: i.before === null ? "–" : e.write(e.of(i.before))
					}),
					/* @__PURE__ */ K("td", {
						class: "r",
						children: e.write(e.of(i.now))
					})
				] }, t)) })]
			}),
			n.length > 8 && /* @__PURE__ */ K("p", {
				class: "m s",
				children: [n.length - Qc - 2, " more in the charts below."]
			})
		]
	});
}
var tl = new Intl.DateTimeFormat("en-US", {
	weekday: "long",
	month: "long",
	day: "numeric",
	year: "numeric",
	timeZone: "UTC"
});
function nl({ report: e, now: t }) {
	let { screen: n, app: r, facts: i, periods: a, calls: o, events: s, measure: c, groups: l, total: u, causes: d, target: f, heading: p } = e, { overview: m, context: h, range: g } = r, { format: _ } = h, v = ic(i.rows, o, {
		dsis: h.dsis,
		dsi: h.targetDsi
	});
	return /* @__PURE__ */ K("main", {
		class: "wrap report",
		children: [
			/* @__PURE__ */ K("p", {
				class: "m",
				children: [
					/* @__PURE__ */ K("bdi", {
						class: "b nm",
						children: m.name
					}),
					", ",
					tl.format(t)
				]
			}),
			/* @__PURE__ */ K("h1", { children: /* @__PURE__ */ K(ti, { children: Jr([m], t) }) }),
			/* @__PURE__ */ K(ri, {
				apps: [m],
				now: t
			}),
			/* @__PURE__ */ K(ii, { apps: [m] }),
			/* @__PURE__ */ K(jc, {
				screen: n,
				app: r,
				calls: o,
				most: 10
			}),
			/* @__PURE__ */ K(tc, { apps: [m] }),
			/* @__PURE__ */ K("section", {
				class: "apps card",
				"aria-label": "Newest day and last 7 days",
				children: /* @__PURE__ */ K(qs, {
					app: m,
					now: t
				})
			}),
			/* @__PURE__ */ K("h2", {
				class: "question",
				children: /* @__PURE__ */ K(ti, { children: p })
			}),
			/* @__PURE__ */ K("p", {
				class: "lead",
				children: [
					"Installs ",
					_.range(g.from, g.to),
					c.isForecast && i.rows.length > 0 && `, ${zr(r, i)}`,
					". Run of ",
					_.day(i.runCreatedAt),
					", data through ",
					_.day(i.dataThrough),
					"."
				]
			}),
			i.rows.length > 0 && /* @__PURE__ */ K(S, { children: [
				/* @__PURE__ */ K(Sc, {
					app: r,
					total: u,
					groups: l,
					target: f,
					metric: c.metric,
					isForecast: i.actualShare !== 1
				}),
				/* @__PURE__ */ K($c, {
					measure: c,
					total: u,
					groups: l,
					causes: d,
					of: "Network"
				}),
				/* @__PURE__ */ K(Wc, {
					screen: n,
					app: r,
					measure: c,
					groups: l,
					events: s,
					periods: a,
					calls: o,
					of: "Network"
				})
			] }),
			m.pacing.length > 0 && /* @__PURE__ */ K("section", {
				"aria-labelledby": "h-budget",
				children: [/* @__PURE__ */ K("div", {
					class: "hd",
					children: /* @__PURE__ */ K("h2", {
						id: "h-budget",
						children: "Budget"
					})
				}), /* @__PURE__ */ K(Nc, { app: r })]
			}),
			i.rows.length > 0 && /* @__PURE__ */ K(pc, {
				screen: n,
				app: r,
				title: null,
				rows: v
			})
		]
	});
}
// mcp/page/report/report-text.ts
function rl({ app: e, calls: t, heading: n }, r) {
	let { overview: i, context: a } = e, { format: o } = a, s = Wr(t), c = s.length - 10;
	return [
		`${i.name}, data through ${i.dataThrough ?? ""}`,
		il(Jr([i], r)),
		`${il(n)}. Installs ${o.range(e.range.from, e.range.to)}.`,
		...i.data.length === 0 ? [] : ["", "Check the data"],
		...i.data.map((e) => `- ${[e.title, ...ai(e)].join(", ")}, since ${e.since}`),
		...s.length === 0 ? [] : ["", "Do first"],
		...s.slice(0, 10).map((e, t) => `${t + 1}. ${e.campaign} (${On(e.platform)}, ${e.network}): ${gn(e, o)}.`),
		...c > 0 ? [`${c} more ${c === 1 ? "step" : "steps"}.`] : []
	];
}
function il(e) {
	return rn(e).join("");
}
// mcp/page/report/main.tsx
async function al({ client: e, appId: t, pageUrl: n, styles: r, now: i }) {
	let a = (await e.getOverview()).find((e) => e.appId === t);
	if (a === void 0 || a.dataThrough === null) return null;
	let o = await Br(e, a), s = {
		screen: o.screen,
		go: () => void 0,
		href: c,
		isStill: !0
	};
	return {
		html: `<!doctype html>\n<html lang="en"><head>${Le(/* @__PURE__ */ K(S, { children: [
			/* @__PURE__ */ K("meta", { charset: "utf-8" }),
			/* @__PURE__ */ K("meta", {
				name: "viewport",
				content: "width=device-width, initial-scale=1"
			}),
			/* @__PURE__ */ K("meta", {
				name: "color-scheme",
				content: "light dark"
			}),
			/* @__PURE__ */ K("title", { children: `${a.name}, ${a.dataThrough}` })
		] }))}<style>${r}</style></head>\n<body>${Le(/* @__PURE__ */ K(Tt, {
			value: s,
			children: /* @__PURE__ */ K(nl, {
				report: o,
				now: i
			})
		}))}</body></html>\n`,
		lines: rl(o, i)
	};
	function c(e) {
		return `${n}/${Ke(e)}`;
	}
}
export { al as makeReport };
