// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RADIO_CELL_H
#define RADIO_CELL_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// A cell for tests, with DcfNetDevice or WifiNetDevice.
struct RadioCellOptions
{
    bool wifi{false};          ///< ns-3's radio instead of ours
    uint32_t stations{2};      ///< devices, all ad hoc
    std::string rate{"11"};    ///< 1, 2, 5.5 or 11 Mb/s
    bool rts{false};           ///< protect all frames
    bool shortPreamble{false}; ///< of frames at 5.5 and 11 Mb/s
    bool qos{false};           ///< EDCA
};

/**
 * Devices at one place, without propagation delay, whose backoffs come from the same streams
 * whatever their kind. Each device of the cell has a stream of its own.
 */
class RadioCell
{
  public:
    /// @param options what it is
    explicit RadioCell(const RadioCellOptions& options);
    ~RadioCell();

    /**
     * Let a device send packets.
     * @param from, to numbers of devices; a group if both are the same
     * @param at when
     * @param count how many
     * @param bytes of each, without LLC
     */
    void Offer(uint32_t from, uint32_t to, Time at, uint32_t count = 1, uint32_t bytes = 1500);
    /// Note attempts, which costs events of ours.
    void Watch();
    /// @param until time to stop
    void Run(Time until);

    NodeContainer nodes;
    NetDeviceContainer devices;
    /// Begins of attempts with frames of data or their RTS, and the device.
    std::vector<std::pair<Time, uint32_t>> begins;
    /// Packets that arrived, and the device.
    std::vector<std::pair<Time, uint32_t>> arrivals;

  private:
    void InstallDcf(const RadioCellOptions& options);
    void InstallWifi(const RadioCellOptions& options);
    void NoteWifiBegin(uint32_t device, Ptr<const Packet> frame);

    bool m_wifi;
};

} // namespace ns3

#endif // RADIO_CELL_H
