// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LASTHOP_VERSION_H
#define LASTHOP_VERSION_H

#include <string>

namespace ns3
{

/**
 * @ingroup study
 * The version of the models, as the build found it. Results of two versions are never mixed.
 * @return the version, not empty
 */
std::string LasthopVersion();

} // namespace ns3

#endif /* LASTHOP_VERSION_H */
